import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { orderStream } from '@matgyo/contracts/streams';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Act } from '../commands/ledger-command.ts';
import type { PendingOrders } from './pending-orders.ts';

/** What one member may put into the ledger, where an order stays for good (docs/decisions/limits.md). */
export interface OrderLimits {
  readonly limits: Pick<RateLimits, 'ordersOf'>;
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
 * holds exactly, in each process; how many are pending is counted where lists are, so orders of the same seconds may
 * exceed it, and by no more than a minute's limit. An order that the ledger already holds, which a repeat places again, is past
 * both.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, TOO_MANY_PENDING
 */
export function countOrders(
  { limits, pending }: Pick<OrderLimits, 'limits'> & { readonly pending: PendingOrders },
  memberId: MemberId,
): (act: Act) => Promise<void> {
  const countOne = async () => {
    if (await pending.isAtLimit(memberId)) throw failure('TOO_MANY_PENDING');
    await limits.ordersOf.take(memberId);
    pending.add(memberId);
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
