import type { Side } from '@matgyo/contracts/ids';
import { compareMoney, type Price, priceAbove, priceBelow, type Rate } from '@matgyo/contracts/money';
import { refuse } from '../refusal.ts';

/** How far a match may go without its members' consent: no lower for the seller, no higher for the buyer. */
export interface PriceLimits {
  readonly lowest: Price;
  readonly highest: Price;
}

/** An order's own price is a limit: a match is worse for its owner by `tolerance` at most. */
export const priceLimits = (sell: Price, buy: Price, tolerance: Rate): PriceLimits => ({
  lowest: priceBelow(sell, tolerance),
  highest: priceAbove(buy, tolerance),
});

/** Whose limit a price goes beyond; null: nobody's. Between two orders' prices it can be both: then the seller's. */
export function beyondLimit(price: Price, { lowest, highest }: PriceLimits): Side | null {
  if (compareMoney(price, lowest) < 0) return 'sell';
  return compareMoney(price, highest) > 0 ? 'buy' : null;
}

/** Refused: PRICE_BEYOND_LIMIT. */
export function refuseBeyondLimit(price: Price, limits: PriceLimits): void {
  const side = beyondLimit(price, limits);
  if (side !== null) refuse('PRICE_BEYOND_LIMIT', { side, price, ...limits });
}
