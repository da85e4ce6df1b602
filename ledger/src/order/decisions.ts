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
  /**
   * The USDT amount that the client computed; undefined if it sent none. It is compared with the server's, never
   * stored.
   */
  readonly clientAmount: unknown;
}

/** What placing depends on outside the order's stream. `owner` undefined: no such member; `current`: no price. */
export interface PlacementContext {
  readonly owner: AccountContext | undefined;
  readonly current: CurrentPrice | undefined;
}

/**
 * A member places an order (docs/ledger.md, an order; specification, section 5). The won amount is the input; the USDT
 * amount follows from it and the price, rounded by `usdtFor`. The price must be the current one.
 *
 * Refused: ORDER_EXISTS, OWNER_INACTIVE, OWNER_UNVERIFIED, KRW_NOT_POSITIVE, USDT_NOT_POSITIVE, WON_ROUND_TO_ZERO,
 * AMOUNT_TOO_LARGE, USDT_MISMATCH, PRICE_NOT_SET, PRICE_CHANGED.
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

/**
 * An admin rejects a pending order. `reason` is one of the codes that the API defines, never free text, because events
 * must not contain personal data. Refused: ORDER_NOT_FOUND, ORDER_NOT_PENDING.
 */
export function reject(order: Order, { reason }: { readonly reason: string }): readonly OrderEvent[] {
  const { orderId } = pending(placedOrder(order));
  return [{ type: 'OrderRejected', data: { orderId, reason } }];
}

/**
 * The owner cancels a pending order. After its approval only an admin can cancel it (specification, section 4). Another
 * member's order is refused like one that does not exist, so that members cannot find out which orders exist.
 *
 * Refused: ORDER_NOT_FOUND, ORDER_NOT_PENDING.
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
 * An admin cancels what is still open of an order. What was completed stays completed. While a match is unfinished this
 * is refused, because the match has reserved a part of the order.
 *
 * Refused: ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_HAS_LIVE_MATCH.
 */
export function cancelAsAdmin(order: Order, { reason }: { readonly reason: string }): readonly OrderEvent[] {
  const placed = placedOrder(order);
  if (hasEnded(placed.phase)) refuse('ORDER_NOT_OPEN', { status: statusOf(placed) });
  if (isPositive(placed.reserved)) refuse('ORDER_HAS_LIVE_MATCH');
  return cancelEvent(placed, 'admin', reason);
}

/** The current order, and the revision that the caller's decision is based on; undefined if the caller sent none. */
export interface SeenOrder extends OrderAt {
  readonly expected: number | undefined;
}

/**
 * Optimistic concurrency control for callers that decided on what they saw on a screen. Refused: STALE_REVISION, with
 * the current state of the orders that have changed since.
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

/** Returns the order if it exists and, if `side` is given, is on that side. Refused: ORDER_NOT_FOUND. */
export function placedOrder(order: Order, side?: Side): PlacedOrder {
  if (order.phase === 'none' || (side !== undefined && order.side !== side)) refuse('ORDER_NOT_FOUND');
  return order;
}

function pending(order: PlacedOrder): PlacedOrder {
  if (order.phase !== 'pending') refuse('ORDER_NOT_PENDING', { status: statusOf(order) });
  return order;
}
