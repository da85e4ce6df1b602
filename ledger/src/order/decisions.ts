import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import {
  clientUsdtAgrees,
  compareMoney,
  isPositive,
  isZero,
  type Krw,
  krwFor,
  type Price,
  usdtFor,
  usdtMax,
} from '@matgyo/contracts/money';
import { hasEnded } from '@matgyo/contracts/order-status';
import type { AccountContext } from '../account/account.ts';
import type { CurrentPrice } from '../price/price.ts';
import { refuse } from '../refusal.ts';
import { type Order, orderNow, type PlacedOrder, statusOf } from './order.ts';

/** A member's input when placing an order. */
export interface Placement {
  readonly orderId: OrderId;
  readonly side: Side;
  readonly memberId: MemberId;
  readonly krwAmount: Krw;
  /** The client's USDT figure. The server's is the one stored; undefined: the client sent none. */
  readonly clientAmount: unknown;
  /** The price the member saw and accepts. */
  readonly price: Price;
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

/** Refused: ORDER_NOT_FOUND when the order is on the other side. */
interface OfSide {
  /** The side that the call names; undefined: either. */
  readonly side?: Side;
}

/** An admin approves a pending order. Refused: ORDER_NOT_FOUND, ORDER_NOT_PENDING. */
export function approve(order: Order, { side }: OfSide = {}): readonly OrderEvent[] {
  const { orderId } = pending(existing(order, side));
  return [{ type: 'OrderApproved', data: { orderId } }];
}

/** An admin rejects a pending order; `reason` is a code. Refused: ORDER_NOT_FOUND, ORDER_NOT_PENDING. */
export function reject(
  order: Order,
  { side, reason }: OfSide & { readonly reason: string },
): readonly OrderEvent[] {
  const { orderId } = pending(existing(order, side));
  return [{ type: 'OrderRejected', data: { orderId, reason } }];
}

/**
 * The owner withdraws a pending order; later they may not (specification, section 4). Refused: ORDER_NOT_FOUND (also
 * for another member's order), ORDER_NOT_PENDING.
 */
export function cancelAsOwner(
  order: Order,
  { side, memberId, reason }: OfSide & { readonly memberId: MemberId; readonly reason: string },
): readonly OrderEvent[] {
  const placed = existing(order, side);
  if (placed.memberId !== memberId) refuse('ORDER_NOT_FOUND');
  return cancelEvent(pending(placed), 'owner', reason);
}

/**
 * An admin withdraws the open rest of an order without reservations; settled fills stay settled. Refused:
 * ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_HAS_LIVE_MATCH.
 */
export function cancelAsAdmin(
  order: Order,
  { side, reason }: OfSide & { readonly reason: string },
): readonly OrderEvent[] {
  const placed = existing(order, side);
  if (hasEnded(placed.phase)) refuse('ORDER_NOT_OPEN', { status: statusOf(placed) });
  if (isPositive(placed.reserved)) refuse('ORDER_HAS_LIVE_MATCH');
  return cancelEvent(placed, 'admin', reason);
}

/**
 * Optimistic concurrency: refused with STALE_REVISION and the current order if it has changed since the caller read it.
 * `expected` undefined: not checked.
 */
export function refuseIfStale(order: Order, revision: number, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  refuse('STALE_REVISION', { changed: order.phase === 'none' ? [] : [orderNow(order, revision)] });
}

function cancelEvent(
  { orderId, open }: PlacedOrder,
  by: 'owner' | 'admin',
  reason: string,
): readonly OrderEvent[] {
  return [{ type: 'OrderCancelled', data: { orderId, by, withdrawn: open, reason } }];
}

/** The order, if it exists and is on the named side. */
export function existing(order: Order, side?: Side): PlacedOrder {
  if (order.phase === 'none' || (side !== undefined && order.side !== side)) refuse('ORDER_NOT_FOUND');
  return order;
}

function pending(order: PlacedOrder): PlacedOrder {
  if (order.phase !== 'pending') refuse('ORDER_NOT_PENDING', { status: statusOf(order) });
  return order;
}
