import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import {
  clientUsdtAgrees,
  compareMoney,
  isPositive,
  isZero,
  krwFor,
  usdtFor,
  usdtMax,
} from '@matgyo/contracts/money';
import { hasEnded } from '@matgyo/contracts/order-status';
import type { AccountContext } from '../account/account.ts';
import type { CurrentPrice } from '../price/price.ts';
import { refuse } from '../refusal.ts';
import { type Order, type OrderAt, ordersNow, type PlacedOrder, statusOf } from './order.ts';

/** A member's input when placing an order, with the price that the member saw and accepts. */
export interface Placement
  extends Pick<PlacedOrder, 'orderId' | 'side' | 'memberId' | 'krwAmount' | 'price'> {
  /** The client's USDT figure. The server's is the one stored; undefined: the client sent none. */
  readonly clientAmount: unknown;
}

/** State outside the order's stream at the time of placing. */
export interface PlacementContext {
  readonly owner: AccountContext | undefined;
  readonly current: CurrentPrice | undefined;
}

/**
 * Places an order (docs/ledger.md; specification, section 5). Refused: ORDER_EXISTS, OWNER_INACTIVE,
 * OWNER_UNVERIFIED, KRW_NOT_POSITIVE, USDT_NOT_POSITIVE, WON_ROUND_TO_ZERO, AMOUNT_TOO_LARGE, USDT_MISMATCH,
 * PRICE_NOT_SET, PRICE_CHANGED.
 */
export function place(
  order: Order,
  { orderId, side, memberId, krwAmount, clientAmount, price }: Placement,
  { owner, current }: PlacementContext,
): readonly OrderEvent[] {
  if (order.phase !== 'none') refuse('ORDER_EXISTS');
  if (owner?.status !== 'active') refuse('OWNER_INACTIVE', {});
  if (!owner.isVerified) refuse('OWNER_UNVERIFIED');
  if (!isPositive(krwAmount)) refuse('KRW_NOT_POSITIVE');
  const amount = usdtFor(krwAmount, price);
  if (isZero(amount)) refuse('USDT_NOT_POSITIVE');
  if (isZero(krwFor(amount, price))) refuse('WON_ROUND_TO_ZERO');
  if (compareMoney(amount, usdtMax) > 0) refuse('AMOUNT_TOO_LARGE');
  if (clientAmount !== undefined && clientUsdtAgrees(clientAmount, amount) !== true)
    refuse('USDT_MISMATCH', { amount });
  if (current === undefined) refuse('PRICE_NOT_SET');
  if (compareMoney(current.price, price) !== 0) refuse('PRICE_CHANGED', { price: current.price });
  const priceRevision = current.revision;
  return [
    { type: 'OrderPlaced', data: { orderId, side, memberId, amount, krwAmount, price, priceRevision } },
  ];
}

/** An admin approves a pending order. Refused: ORDER_NOT_FOUND, ORDER_NOT_PENDING. */
export function approve(order: Order): readonly OrderEvent[] {
  const { orderId } = pending(placedOrder(order));
  return [{ type: 'OrderApproved', data: { orderId } }];
}

/** An admin rejects a pending order; `reason` is a code. Refused: ORDER_NOT_FOUND, ORDER_NOT_PENDING. */
export function reject(order: Order, { reason }: { readonly reason: string }): readonly OrderEvent[] {
  const { orderId } = pending(placedOrder(order));
  return [{ type: 'OrderRejected', data: { orderId, reason } }];
}

/**
 * The owner withdraws a pending order; later they may not (specification, section 4). Refused: ORDER_NOT_FOUND (also
 * for another member's order), ORDER_NOT_PENDING.
 */
export function cancelAsOwner(
  order: Order,
  { memberId, reason }: { readonly memberId: MemberId; readonly reason: string },
): readonly OrderEvent[] {
  const placed = placedOrder(order);
  if (placed.memberId !== memberId) refuse('ORDER_NOT_FOUND');
  return cancelEvent(pending(placed), 'owner', reason);
}

/**
 * An admin withdraws the open rest of an order without reservations; settled fills stay settled. Refused:
 * ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_HAS_LIVE_MATCH.
 */
export function cancelAsAdmin(order: Order, { reason }: { readonly reason: string }): readonly OrderEvent[] {
  const placed = placedOrder(order);
  if (hasEnded(placed.phase)) refuse('ORDER_NOT_OPEN', { status: statusOf(placed) });
  if (isPositive(placed.reserved)) refuse('ORDER_HAS_LIVE_MATCH');
  return cancelEvent(placed, 'admin', reason);
}

/** An order now, and the revision that the caller has seen; undefined: not stated. */
export interface SeenOrder extends OrderAt {
  readonly expected: number | undefined;
}

/**
 * Optimistic concurrency: refused with STALE_REVISION and the current orders if they have changed since the caller read
 * them.
 */
export function refuseIfStale(...orders: readonly SeenOrder[]): void {
  const changed = orders.filter(({ revision, expected }) => expected !== undefined && expected !== revision);
  if (changed.length > 0) refuse('STALE_REVISION', { changed: ordersNow(changed) });
}

function cancelEvent(
  { orderId, open }: PlacedOrder,
  by: 'owner' | 'admin',
  reason: string,
): readonly OrderEvent[] {
  return [{ type: 'OrderCancelled', data: { orderId, by, withdrawn: open, reason } }];
}

/** The order, if it exists and is on the named side. */
export function placedOrder(order: Order, side?: Side): PlacedOrder {
  if (order.phase === 'none' || (side !== undefined && order.side !== side)) refuse('ORDER_NOT_FOUND');
  return order;
}

function pending(order: PlacedOrder): PlacedOrder {
  if (order.phase !== 'pending') refuse('ORDER_NOT_PENDING', { status: statusOf(order) });
  return order;
}
