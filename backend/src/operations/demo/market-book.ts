import type { OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import { addUsdt, isPositive, minUsdt, subtractUsdt, type Usdt } from '@matgyo/contracts/money';

/** An order as the admin of the story sees it. */
export interface BookOrder {
  readonly orderId: OrderId;
  readonly side: Side;
  /** Key of the owner. */
  readonly owner: string;
  /** What is open to be matched: nothing while it is pending and once it is closed. */
  open: Usdt;
  /** With whom it has a match that is neither completed nor cancelled: a pair has one at a time. */
  readonly liveWith: Set<OrderId>;
}

export interface BookTrade {
  readonly tradeId: TradeId;
  readonly sell: BookOrder;
  readonly buy: BookOrder;
  readonly amount: Usdt;
}

/** What is on offer, oldest first, so that the story can choose whom to match. */
export class MarketBook {
  readonly #orders: BookOrder[] = [];

  add(order: BookOrder): void {
    this.#orders.push(order);
  }

  /** The oldest open order that `order` could be matched with. */
  counterpartOf(order: BookOrder): BookOrder | undefined {
    return this.#orders.find(
      ({ orderId, side, owner, open }) =>
        side !== order.side && owner !== order.owner && isPositive(open) && !order.liveWith.has(orderId),
    );
  }

  /** What a match of the two takes unless less is stated. */
  matchable(order: BookOrder, other: BookOrder): Usdt {
    return minUsdt(order.open, other.open);
  }

  matched({ sell, buy, amount }: BookTrade): void {
    for (const order of [sell, buy]) order.open = subtractUsdt(order.open, amount);
    sell.liveWith.add(buy.orderId);
    buy.liveWith.add(sell.orderId);
  }

  completed({ sell, buy }: BookTrade): void {
    sell.liveWith.delete(buy.orderId);
    buy.liveWith.delete(sell.orderId);
  }

  cancelled(trade: BookTrade): void {
    this.completed(trade);
    for (const order of [trade.sell, trade.buy]) order.open = addUsdt(order.open, trade.amount);
  }
}
