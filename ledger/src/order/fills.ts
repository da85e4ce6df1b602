import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import {
  addUsdt,
  compareMoney,
  isPositive,
  type Rate,
  subtractUsdt,
  type Usdt,
} from '@matgyo/contracts/money';
import { feeOnSettlement, type SettledFill } from '../fees.ts';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';
import { placedOrder } from './decisions.ts';
import { type FillTerms, fillOf, fillsMax, type Order, type PlacedOrder, statusOf } from './order.ts';

/*
 * What a trade's process does to its two orders. Each step may be repeated: the order keeps a record of every trade, and a
 * step that it has recorded appends nothing (docs/ledger.md, a trade).
 */

/**
 * Reserves part of an open order for a trade. A trade that the order has seen before never reserves again: nothing is
 * appended, and the order's record of the trade has its state. Refused: ORDER_NOT_FOUND, ORDER_NOT_OPEN,
 * AMOUNT_EXCEEDS_OPEN, PAIR_ALREADY_LIVE, TOO_MANY_MATCHES.
 */
export function reserve(order: Order, { tradeId, counterOrderId, amount }: FillTerms): readonly OrderEvent[] {
  const placed = placedOrder(order);
  if (fillOf(placed, tradeId) !== undefined) return [];
  refuseUnlessReservable(placed, { counterOrderId, amount });
  return [{ type: 'FillReserved', data: { orderId: placed.orderId, tradeId, counterOrderId, amount } }];
}

/**
 * The rules of a reservation, also for planning one before its trade exists. `amount` is in USDT; undefined means the
 * whole open amount.
 *
 * Refused: ORDER_NOT_OPEN, AMOUNT_EXCEEDS_OPEN, PAIR_ALREADY_LIVE, TOO_MANY_MATCHES.
 */
export function refuseUnlessReservable(
  order: PlacedOrder,
  { counterOrderId, amount }: { readonly counterOrderId: OrderId; readonly amount?: Usdt },
): void {
  if (order.phase !== 'open') refuse('ORDER_NOT_OPEN', { status: statusOf(order) });
  // Complete and cancel name the pair, so a pair may have only one live match; the sell order guarantees it.
  const live = order.side === 'sell' ? liveFillWith(order, counterOrderId) : undefined;
  if (live !== undefined) refuse('PAIR_ALREADY_LIVE', { tradeId: live.tradeId });
  if (order.fills.length >= fillsMax) refuse('TOO_MANY_MATCHES', {});
  const { open } = order;
  const exceeds = amount === undefined ? !isPositive(open) : compareMoney(amount, open) > 0;
  if (exceeds) refuse('AMOUNT_EXCEEDS_OPEN', { open });
}

/** The unfinished match between this order and the given one. */
export const liveFillWith = (order: PlacedOrder, counterOrderId: OrderId) =>
  order.fills.find((fill) => fill.state === 'reserved' && fill.counterOrderId === counterOrderId);

/**
 * Removes an abandoned trade from the order: releases its reservation or, if there is none yet, blocks a later one, as
 * long as the order is open. Appends nothing if it was removed before.
 */
export function withdrawFill(
  order: Order,
  { tradeId, reason }: { readonly tradeId: TradeId; readonly reason: string },
): readonly OrderEvent[] {
  const placed = placedOrder(order);
  const fill = fillOf(placed, tradeId);
  invariant(fill?.state !== 'settled', `trade ${tradeId} is settled and cannot be withdrawn`);
  return fill === undefined
    ? refuseFill(placed, { tradeId, reason })
    : releaseFill(placed, { tradeId, reason });
}

/** Blocks a reservation that may still come. The event changes the revision: such an append conflicts with it. */
function refuseFill(
  order: PlacedOrder,
  { tradeId, reason }: { readonly tradeId: TradeId; readonly reason: string },
): readonly OrderEvent[] {
  if (order.phase !== 'open' || fillOf(order, tradeId) !== undefined) return [];
  return [{ type: 'FillRefused', data: { orderId: order.orderId, tradeId, reason } }];
}

export function releaseFill(
  order: PlacedOrder,
  { tradeId, reason }: { readonly tradeId: TradeId; readonly reason: string },
): readonly OrderEvent[] {
  const fill = fillOf(order, tradeId);
  if (fill?.state !== 'reserved') return [];
  return [{ type: 'FillReleased', data: { orderId: order.orderId, tradeId, amount: fill.amount, reason } }];
}

export interface FillSettlement {
  readonly tradeId: TradeId;
  /** The USDT that the trade completes: what it has reserved, or less if a ruling says so. */
  readonly amount: Usdt;
  readonly feeRate: Rate;
}

/**
 * Settles a trade's reservation, releases the rest of it, and completes the order when nothing is left. A sell order's
 * settlement carries the fee, by the cumulative rule. Appends nothing if it was settled before.
 */
export function settleFill(
  order: Order,
  { tradeId, amount, feeRate }: FillSettlement,
): readonly OrderEvent[] {
  const placed = placedOrder(order);
  const fill = fillOf(placed, tradeId);
  if (fill?.state === 'settled') return [];
  invariant(fill?.state === 'reserved', `trade ${tradeId} settles what it reserved`);
  const { orderId, side, open, reserved } = placed;
  const released = subtractUsdt(fill.amount, amount);
  const rest = isPositive(released) ? { released } : {};
  const fee = side === 'sell' ? { fee: feeOfNext(placed, { amount, feeRate }), feeRate } : {};
  const settled: OrderEvent = { type: 'FillSettled', data: { orderId, tradeId, amount, ...rest, ...fee } };
  const leaves = isPositive(addUsdt(open, released)) || compareMoney(reserved, fill.amount) > 0;
  return leaves ? [settled] : [settled, { type: 'OrderCompleted', data: { orderId } }];
}

const feeOfNext = (order: PlacedOrder, next: { readonly amount: Usdt; readonly feeRate: Rate }): Usdt =>
  feeOnSettlement([...chargedFills(order), next], order.fee);

/** The settlements of a sell order for which a fee was charged. */
export const chargedFills = ({ fills }: PlacedOrder): readonly SettledFill[] =>
  fills.flatMap((fill) =>
    fill.state === 'settled' && fill.feeRate !== undefined
      ? [{ amount: fill.amount, feeRate: fill.feeRate }]
      : [],
  );
