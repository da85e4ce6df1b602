import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { orderStream } from '@matgyo/contracts/streams';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Act } from '../commands/ledger-command.ts';
import type { PlacedOrders } from './placed-orders.ts';

/** What one member may put into the ledger, where an order stays for good (docs/decisions/limits.md). */
export interface OrderLimits {
  readonly limits: Pick<RateLimits, 'ordersOf'>;
  /** Placed within 24 hours, of one member. */
  readonly ordersPerDay: number;
  /** Awaiting approval at a time, of one member. */
  readonly pendingOrdersMax: number;
  /** 0: any amount. */
  readonly orderKrwMin: Krw;
}

/** @throws RequestFailure ORDER_TOO_SMALL */
export function refuseSmallOrder({ orderKrwMin }: Pick<OrderLimits, 'orderKrwMin'>, krw: Krw): void {
  if (compareMoney(krw, orderKrwMin) < 0) throw failure('ORDER_TOO_SMALL', { leastOrderKrw: orderKrwMin });
}

/**
 * Counts one order of a member, before it is placed; to be called with every attempt of one request. The minute's limit
 * holds exactly, in each process; how many are pending and how many the day had is counted where lists are, so orders of the
 * same seconds may exceed it, and by no more than a minute's limit. An order that the ledger already holds, which a repeat places again, is past
 * both.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, TOO_MANY_PENDING, TOO_MANY_OF_DAY
 */
export function countOrders(
  { limits, placed }: Pick<OrderLimits, 'limits'> & { readonly placed: PlacedOrders },
  memberId: MemberId,
): (act: Act) => Promise<void> {
  const countOne = async () => {
    const reached = await placed.limitReached(memberId);
    if (reached !== undefined) throw failure(reached);
    await limits.ordersOf.take(memberId);
    placed.add(memberId);
  };
  let counted: Promise<void> | undefined;
  return async ({ newId, earlier, ledger }) => {
    if (earlier === 'at work') return;
    try {
      counted ??= countOne();
      await counted;
    } catch (refusal) {
      const stream = orderStream(newId as OrderId);
      const already = await ledger.log.readStream(stream, { direction: 'forwards', limit: 1 });
      if (already.length === 0) throw refusal;
    }
  };
}
