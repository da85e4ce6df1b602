import { type Side, sides } from '@matgyo/contracts/ids';
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

/** Whose limits a price goes beyond: between two orders' prices it can be both. */
export const beyondLimit = (price: Price, { lowest, highest }: PriceLimits): Side[] =>
  sides.filter((side) =>
    side === 'sell' ? compareMoney(price, lowest) < 0 : compareMoney(price, highest) > 0,
  );

/** Refused: PRICE_BEYOND_LIMIT. */
export function refuseBeyondLimit(price: Price, limits: PriceLimits): void {
  const [side] = beyondLimit(price, limits);
  if (side !== undefined) refuse('PRICE_BEYOND_LIMIT', { side, price, ...limits });
}
