import type { Price } from '@matgyo/contracts/money';
import { useState } from 'react';

interface SeenPrice {
  /** The price the person had before them when it last changed; undefined while it has not. */
  readonly before: Price | undefined;
}

/**
 * Notices when the price changes under somebody who has typed an amount. `onChange` runs at each change, so that
 * nothing agreed to at the old price is taken for agreed at the new one.
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
