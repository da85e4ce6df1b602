import { type Side, sides } from '@matgyo/contracts/ids';
import { compareMoney, type Price, priceAbove, priceBelow, type Rate } from '@matgyo/contracts/money';
import { refuse } from '../refusal.ts';

/** The prices allowed without the members' consent: the seller's lowest and the buyer's highest. */
export interface PriceLimits {
  readonly lowest: Price;
  readonly highest: Price;
}

/** An order's own price is a limit: a match may be worse for its owner by `tolerance` at most. */
export const priceLimits = (sell: Price, buy: Price, tolerance: Rate): PriceLimits => ({
  lowest: priceBelow(sell, tolerance),
  highest: priceAbove(buy, tolerance),
});

/** The sides whose limit a price exceeds; a price between two orders' prices can exceed both. */
export const beyondLimit = (price: Price, { lowest, highest }: PriceLimits): Side[] =>
  sides.filter((side) =>
    side === 'sell' ? compareMoney(price, lowest) < 0 : compareMoney(price, highest) > 0,
  );

/** Refused: PRICE_BEYOND_LIMIT. */
export function refuseBeyondLimit(price: Price, limits: PriceLimits): void {
  const [side] = beyondLimit(price, limits);
  if (side !== undefined) refuse('PRICE_BEYOND_LIMIT', { side, price, ...limits });
}
