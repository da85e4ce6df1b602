import { type DataOf, isOrderEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { OrderNow } from '@matgyo/contracts/ledger-refusals';
import {
  addUsdt,
  compareMoney,
  type Krw,
  type Price,
  type Rate,
  type Usdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import type { Decider } from '../decider.ts';
import { invariant } from '../invariant.ts';
import { evolveOrderState, type OrderMove, type OrderState, placedOrderState } from './order-state.ts';
import { orderStatus } from './status.ts';

/** An order's record of a trade. Records are never removed, so that no trade reserves twice. */
export type OrderFill =
  | { readonly state: 'refused'; readonly tradeId: TradeId }
  | (FillTerms & { readonly state: 'reserved' | 'released' })
  | (FillTerms & { readonly state: 'settled'; readonly fee: Usdt; readonly feeRate: Rate | undefined });

export interface FillTerms {
  readonly tradeId: TradeId;
  readonly counterOrderId: OrderId;
  readonly amount: Usdt;
}

export interface PlacedOrder extends OrderState {
  readonly orderId: OrderId;
  readonly side: Side;
  readonly memberId: MemberId;
  readonly krwAmount: Krw;
  readonly price: Price;
  /** The time of its event: the earlier of two orders is the maker. */
  readonly placedAt: string;
  /** In order of the trades' arrival. */
  readonly fills: readonly OrderFill[];
}

export type Order = { readonly phase: 'none' } | PlacedOrder;

/** Maximum number of matches of one order. Keeps every stream, and every decision, small. */
export const fillsMax = 1_000;

export const fillOf = (order: PlacedOrder, tradeId: TradeId): OrderFill | undefined =>
  order.fills.find((fill) => fill.tradeId === tradeId);

export interface OrderAt {
  readonly state: Order;
  readonly revision: number;
}

/** Orders as shown to clients; those that do not exist are left out. */
export const ordersNow = (orders: readonly OrderAt[]): readonly OrderNow[] =>
  orders.flatMap(({ state: order, revision }) => {
    if (order.phase === 'none') return [];
    const { orderId, side, open } = order;
    return { orderId, side, status: statusOf(order), open, revision };
  });

export const statusOf = (order: PlacedOrder): OrderStatus => orderStatus(order.side, order.phase, order);

export const orderDecider: Decider<Order, OrderEvent> = {
  initial: { phase: 'none' },
  owns: isOrderEvent,
  evolve,
};

function evolve(order: Order, event: OrderEvent, at: string): PlacedOrder {
  if (event.type === 'OrderPlaced') {
    invariant(order.phase === 'none', `order ${event.data.orderId} is placed once`);
    return placed(event.data, at);
  }
  invariant(order.phase !== 'none', `order ${event.data.orderId} is placed first`);
  invariant(order.orderId === event.data.orderId, `order ${order.orderId} keeps to its stream`);
  const fills = fillsAfter(order, event);
  return { ...evolveOrderState(order, event), fills };
}

const placed = (
  { priceRevision: _, amount, ...data }: DataOf<'OrderPlaced'>,
  placedAt: string,
): PlacedOrder => ({ ...data, ...placedOrderState(amount), placedAt, fills: [] });

function fillsAfter(order: PlacedOrder, event: OrderMove): readonly OrderFill[] {
  switch (event.type) {
    case 'FillReserved': {
      const { tradeId, counterOrderId, amount } = event.data;
      invariant(fillOf(order, tradeId) === undefined, `trade ${tradeId} reserves once`);
      return remember(order, { state: 'reserved', tradeId, counterOrderId, amount });
    }
    case 'FillRefused':
      invariant(fillOf(order, event.data.tradeId) === undefined, 'only a trade not seen is refused');
      return remember(order, { state: 'refused', tradeId: event.data.tradeId });
    case 'FillReleased':
      return replace(order, { ...reservedFill(order, event.data), state: 'released' });
    case 'FillSettled': {
      const { tradeId, amount, released = zeroUsdt, fee = zeroUsdt, feeRate } = event.data;
      const fill = reservedFill(order, { tradeId, amount: addUsdt(amount, released) });
      return replace(order, { ...fill, amount, state: 'settled', fee, feeRate });
    }
    default:
      return order.fills;
  }
}

const remember = (order: PlacedOrder, fill: OrderFill): readonly OrderFill[] => [...order.fills, fill];

function reservedFill(
  order: PlacedOrder,
  { tradeId, amount }: { readonly tradeId: TradeId; readonly amount: Usdt },
): FillTerms {
  const fill = fillOf(order, tradeId);
  invariant(fill?.state === 'reserved', `trade ${tradeId} holds a reservation`);
  invariant(compareMoney(fill.amount, amount) === 0, `trade ${tradeId} moves what it reserved`);
  return { tradeId, counterOrderId: fill.counterOrderId, amount };
}

const replace = (order: PlacedOrder, fill: OrderFill): readonly OrderFill[] =>
  order.fills.map((existing) => (existing.tradeId === fill.tradeId ? fill : existing));
