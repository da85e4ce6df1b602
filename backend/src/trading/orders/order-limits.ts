import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { orderStream } from '@matgyo/contracts/streams';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Ledger } from '../commands/execute-on-stream.ts';
import type { Act, CommandRequest } from '../commands/ledger-command.ts';

/** What one member may put into the ledger, where an order stays for good (docs/decisions/limits.md). */
export interface OrderLimits {
  readonly limits: Pick<RateLimits, 'ordersOf'>;
  /** Awaiting approval at a time. */
  readonly pendingOrdersMax: number;
  /** 0: any amount. */
  readonly orderKrwMin: Krw;
}

interface LimitDependencies extends OrderLimits {
  readonly db: Database;
  readonly ledger: Pick<Ledger, 'log'>;
}

/** @throws RequestFailure ORDER_TOO_SMALL */
export function refuseSmallOrder({ orderKrwMin }: Pick<OrderLimits, 'orderKrwMin'>, krw: Krw): void {
  if (compareMoney(krw, orderKrwMin) < 0) throw failure('ORDER_TOO_SMALL', { leastOrderKrw: orderKrwMin });
}

/**
 * Counts one order of a member, before it is placed. The minute's limit holds exactly, in each process; how
 * many are pending is read where lists are, so orders of the same second may exceed it, and by no more than a minute's
 * limit. An order that the ledger already holds, which a repeat places again, is past both.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, TOO_MANY_PENDING
 */
export async function countOrder(
  deps: LimitDependencies,
  { caller: { memberId } }: CommandRequest,
  { newId, earlier }: Act,
): Promise<void> {
  if (earlier === 'at work') return;
  try {
    if ((await pendingOf(deps.db, memberId)) >= deps.pendingOrdersMax) throw failure('TOO_MANY_PENDING');
    await deps.limits.ordersOf.take(memberId);
  } catch (refusal) {
    const { log } = deps.ledger;
    const already = await log.readStream(orderStream(newId as OrderId), { direction: 'forwards', limit: 1 });
    if (already.length === 0) throw refusal;
  }
}

async function pendingOf(db: Database, memberId: MemberId): Promise<number> {
  const { count } = await db
    .selectFrom('read_orders.orders as o')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('o.member_id', '=', memberId)
    .where('o.phase', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}
