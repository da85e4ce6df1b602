import type { OrderId, Side } from '@matgyo/contracts/ids';
import { isPositive, minUsdt, type Rate, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import { liveFillWith } from '@matgyo/ledger/order/fills';
import type { PlacedOrder } from '@matgyo/ledger/order/order';
import { beyondLimit, priceLimits } from '@matgyo/ledger/trade/price-limits';

/** `MATCH_TOLERANCE` of the scenario. */
export const tolerance = '0.005' as Rate;

/** An order as the admin of the scenario sees it. */
export interface BookOrder {
  readonly orderId: OrderId;
  readonly side: Side;
  /** Key of the owner. */
  readonly owner: string;
  /** Whether the scenario means it to be matched. */
  readonly isOffered: boolean;
}

/** The offered orders, oldest first, from which the scenario chooses what to match. */
export class MarketBook {
  readonly #orders: BookOrder[] = [];
  readonly #stateOf: (orderId: OrderId) => PlacedOrder;

  constructor(stateOf: (orderId: OrderId) => PlacedOrder) {
    this.#stateOf = stateOf;
  }

  add(order: BookOrder): void {
    this.#orders.push(order);
  }

  /** The oldest open order that `order` can be matched with: a pair has at most one live match. */
  counterpartOf(order: BookOrder): BookOrder | undefined {
    const state = this.#stateOf(order.orderId);
    return this.#orders.find(
      (other) =>
        other.side !== order.side &&
        other.owner !== order.owner &&
        isPositive(this.openOf(other)) &&
        isWithinLimits(state, this.#stateOf(other.orderId)) &&
        liveFillWith(state, other.orderId) === undefined,
    );
  }

  /** The amount open for matching: zero while the order is pending and once it is closed. */
  openOf({ orderId, isOffered }: BookOrder): Usdt {
    const { phase, open } = this.#stateOf(orderId);
    return isOffered && phase === 'open' ? open : zeroUsdt;
  }

  /** The amount of a match of the two unless a smaller one is stated. */
  matchable(order: BookOrder, other: BookOrder): Usdt {
    return minUsdt(this.openOf(order), this.openOf(other));
  }
}

/** Whether neither owner would have to consent to the price of the order that was placed first. */
function isWithinLimits(one: PlacedOrder, other: PlacedOrder): boolean {
  const [sell, buy] = one.side === 'sell' ? [one, other] : [other, one];
  const maker = buy.placedAt < sell.placedAt ? buy : sell;
  return beyondLimit(maker.price, priceLimits(sell.price, buy.price, tolerance)).length === 0;
}
