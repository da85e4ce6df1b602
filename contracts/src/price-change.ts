import { Decimal } from 'decimal.js';
import type { Price } from './money.ts';

/** How a price moved. `difference` is without its sign; `percent` too, of the earlier price, half up to 2 decimals. */
export interface PriceChange {
  readonly direction: 'up' | 'down' | 'same';
  readonly difference: Price;
  readonly percent: string;
}

export function priceChange(earlier: Price, later: Price): PriceChange {
  const from = new Decimal(earlier);
  const difference = new Decimal(later).minus(from);
  const direction = difference.isZero() ? 'same' : difference.isPositive() ? 'up' : 'down';
  return {
    direction,
    difference: difference.abs().toFixed() as Price,
    percent: difference.abs().times(100).div(from).toFixed(2, Decimal.ROUND_HALF_UP),
  };
}
