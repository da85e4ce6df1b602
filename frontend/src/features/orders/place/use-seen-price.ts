import type { Price } from '@matgyo/contracts/money';
import { useState } from 'react';

interface SeenPrice {
  /** The price before its last change; undefined if it has not changed. */
  readonly before: Price | undefined;
}

/**
 * Detects a price change after an amount was typed. `onChange` runs at each change, so that consent to the old price is
 * not taken for the new one.
 */
export function useSeenPrice(price: Price | undefined, typed: boolean, onChange: () => void): SeenPrice {
  const [seen, setSeen] = useState(price);
  const [before, setBefore] = useState<Price>();
  if (price !== undefined && price !== seen) {
    setSeen(price);
    if (seen !== undefined && typed) {
      setBefore(seen);
      onChange();
    }
  }
  return { before: before === price ? undefined : before };
}
