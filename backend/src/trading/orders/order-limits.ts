import { errorTextOf } from '@matgyo/contracts/errors/index';
import type { OrderId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { orderStream } from '@matgyo/contracts/streams';
import { asFailure } from '../../platform/http/error-answer.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Act } from '../commands/ledger-command.ts';
import type { OrderAnswer } from './order-receipt.ts';
import type { NewOrder, PlacedOrders } from './placed-orders.ts';

/** What one member may put into the ledger, where an order stays for good (docs/decisions/limits.md). */
export interface OrderLimits {
  readonly limits: Pick<RateLimits, 'ordersOf'>;
  /** Placed within 24 hours, of one member. */
  readonly ordersPerDay: number;
  /** Awaiting approval at a time, of one member. */
  readonly pendingOrdersMax: number;
  /** 0: any amount. */
  readonly orderKrwMin: Krw;
  readonly levels: readonly Level[];
}

/** @throws RequestFailure ORDER_TOO_SMALL */
export function refuseSmallOrder({ orderKrwMin }: Pick<OrderLimits, 'orderKrwMin'>, krw: Krw): void {
  if (compareMoney(krw, orderKrwMin) < 0) throw failure('ORDER_TOO_SMALL', { leastOrderKrw: orderKrwMin });
}

/**
 * Places an order that is counted first: one of the minute's, then what `PlacedOrders` counts. An order that the ledger
 * already holds, which a repeat places again, is past them all.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, TOO_MANY_PENDING, TOO_MANY_OF_DAY, LEVEL_LIMIT
 */
export async function placeCounted(
  { limits, placed }: Pick<OrderLimits, 'limits'> & { readonly placed: PlacedOrders },
  { memberId, krw }: Pick<NewOrder, 'memberId' | 'krw'>,
  place: (count: (act: Act) => Promise<void>) => Promise<OrderAnswer>,
): Promise<OrderAnswer> {
  let order: NewOrder | undefined;
  let counted: Promise<void> | undefined;
  const countOne = async (taken: NewOrder) => {
    await placed.take(taken);
    order = taken;
    await limits.ordersOf.take(memberId);
  };
  const count = async ({ newId, earlier, ledger }: Act) => {
    if (earlier === 'at work') return;
    try {
      counted ??= countOne({ memberId, orderId: newId as OrderId, krw });
      await counted;
    } catch (refusal) {
      const stream = orderStream(newId as OrderId);
      const already = await ledger.log.readStream(stream, { direction: 'forwards', limit: 1 });
      if (already.length === 0) throw refusal;
    }
  };
  try {
    const answer = await place(count);
    if (order !== undefined) placed.settle(order, answer.order._id as OrderId);
    return answer;
  } catch (error) {
    if (order !== undefined) {
      if (errorTextOf(asFailure(error).code).status < 500) placed.settle(order, undefined);
      else placed.doubt(order);
    }
    throw error;
  }
}
