import { Decimal } from 'decimal.js';
import type { Price } from './money.ts';

/** Enough for the product of two prices. */
const Exact = Decimal.clone({ precision: 40 });

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

/** How long a price counts for the limit of a move after another one took its place. */
export const priceMoveMs = 24 * 3_600_000;

/** A limit in percent: up to 4 decimals, without leading zeros. */
export const percentPattern = /^(?:0|[1-9]\d{0,7})(?:\.\d{1,4})?$/;

/** Of `prices` the one from which `to` moves furthest, by its share of that price. */
export const furthestFrom = (prices: readonly Price[], to: Price): Price | undefined =>
  prices.reduce<Price | undefined>(
    (furthest, price) =>
      furthest === undefined || moved(price, to).times(furthest).gt(moved(furthest, to).times(price))
        ? price
        : furthest,
    undefined,
  );

export const movesBeyond = (from: Price, to: Price, percent: string): boolean =>
  moved(from, to).times(100).gt(new Exact(from).times(percent));

const moved = (from: Price, to: Price): Decimal => new Exact(to).minus(from).abs();
