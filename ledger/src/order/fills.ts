import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import { compareMoney, isPositive, type Rate, type Usdt } from '@matgyo/contracts/money';
import { feeOnSettlement, type SettledFill } from '../fees.ts';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';
import { existing } from './decisions.ts';
import { fillOf, maxFills, type Order, type PlacedOrder, statusOf } from './order.ts';

/*
 * What a trade's process does to an order. Each is safe to repeat: an order remembers every trade it has seen
 * (docs/ledger.md), and a step that was taken appends nothing.
 */

export interface Reservation {
  readonly tradeId: TradeId;
  readonly counterOrderId: OrderId;
  readonly amount: Usdt;
}

/**
 * Sets part of an open order aside for a trade. A trade the order has seen before never reserves (again): then
 * nothing is appended, and the order's record of the trade has its state.
 * Refused: ORDER_NOT_FOUND, ORDER_NOT_OPEN, AMOUNT_EXCEEDS_OPEN, PAIR_ALREADY_LIVE, TOO_MANY_MATCHES.
 */
export function reserve(
  order: Order,
  { tradeId, counterOrderId, amount }: Reservation,
): readonly OrderEvent[] {
  const placed = existing(order);
  if (fillOf(placed, tradeId) !== undefined) return [];
  assertCanReserve(placed, { counterOrderId, amount });
  return [{ type: 'FillReserved', data: { orderId: placed.orderId, tradeId, counterOrderId, amount } }];
}

/** What a reservation is refused for, before it has a trade. `amount` undefined: whatever is open. */
export function assertCanReserve(
  order: PlacedOrder,
  { counterOrderId, amount }: { readonly counterOrderId: OrderId; readonly amount?: Usdt },
): void {
  if (order.phase !== 'open') refuse('ORDER_NOT_OPEN', { status: statusOf(order) });
  // Complete and cancel name the pair, so of one pair only one match may be live; the sell order guards it.
  const live = order.side === 'sell' ? liveFillWith(order, counterOrderId) : undefined;
  if (live !== undefined) refuse('PAIR_ALREADY_LIVE', { tradeId: live.tradeId });
  if (order.fills.length >= maxFills) refuse('TOO_MANY_MATCHES', {});
  const { open } = order;
  const exceeds = amount === undefined ? !isPositive(open) : compareMoney(amount, open) > 0;
  if (exceeds) refuse('AMOUNT_EXCEEDS_OPEN', { open });
}

/** The match between this order and that one which is not finished. */
export const liveFillWith = (order: PlacedOrder, counterOrderId: OrderId) =>
  order.fills.find((fill) => fill.state === 'reserved' && fill.counterOrderId === counterOrderId);

/**
 * Takes a trade that will not be out of the order: gives back what it reserved, or, if it has not reserved yet,
 * leaves the mark that it never may, as long as the order is open. Nothing when it was taken out before.
 */
export function withdrawFill(
  order: Order,
  { tradeId, reason }: { readonly tradeId: TradeId; readonly reason: string },
): readonly OrderEvent[] {
  const placed = existing(order);
  const fill = fillOf(placed, tradeId);
  invariant(fill?.state !== 'settled', `trade ${tradeId} is settled and cannot be withdrawn`);
  return fill === undefined
    ? refuseFill(placed, { tradeId, reason })
    : releaseFill(placed, { tradeId, reason });
}

/** Blocks a late reservation. It changes the revision, so that a reserve in flight conflicts. */
function refuseFill(
  order: PlacedOrder,
  { tradeId, reason }: { readonly tradeId: TradeId; readonly reason: string },
): readonly OrderEvent[] {
  if (order.phase !== 'open' || fillOf(order, tradeId) !== undefined) return [];
  return [{ type: 'FillRefused', data: { orderId: order.orderId, tradeId, reason } }];
}

/** Gives back what a trade reserved. */
export function releaseFill(
  order: PlacedOrder,
  { tradeId, reason }: { readonly tradeId: TradeId; readonly reason: string },
): readonly OrderEvent[] {
  const fill = fillOf(order, tradeId);
  if (fill?.state !== 'reserved') return [];
  return [{ type: 'FillReleased', data: { orderId: order.orderId, tradeId, amount: fill.amount, reason } }];
}

/**
 * Settles what a trade reserved, and completes the order when nothing is left of it. A sell order's settlement
 * carries the fee, by the cumulative rule. Nothing when it was settled before.
 */
export function settleFill(
  order: Order,
  { tradeId, feeRate }: { readonly tradeId: TradeId; readonly feeRate: Rate },
): readonly OrderEvent[] {
  const placed = existing(order);
  const fill = fillOf(placed, tradeId);
  if (fill?.state === 'settled') return [];
  invariant(fill?.state === 'reserved', `trade ${tradeId} settles what it reserved`);
  const { orderId, side, open, reserved } = placed;
  const { amount } = fill;
  const fee = side === 'sell' ? { fee: feeOfNext(placed, { amount, feeRate }), feeRate } : {};
  const settled: OrderEvent = { type: 'FillSettled', data: { orderId, tradeId, amount, ...fee } };
  const leaves = isPositive(open) || compareMoney(reserved, amount) > 0;
  return leaves ? [settled] : [settled, { type: 'OrderCompleted', data: { orderId } }];
}

/** The fee that one more settlement of a sell order would take. */
const feeOfNext = (order: PlacedOrder, next: { readonly amount: Usdt; readonly feeRate: Rate }): Usdt =>
  feeOnSettlement([...chargedFills(order), next], order.fee);

/** What a sell order's settlements were charged for so far. */
export const chargedFills = ({ fills }: PlacedOrder): readonly SettledFill[] =>
  fills.flatMap((fill) =>
    fill.state === 'settled' && fill.feeRate !== undefined
      ? [{ amount: fill.amount, feeRate: fill.feeRate }]
      : [],
  );
