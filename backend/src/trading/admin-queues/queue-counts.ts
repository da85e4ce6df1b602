import type { staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import { type Side, sides } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRangeIds } from '@matgyo/contracts/krw-ranges';
import { type QueueName, type QueuesTable, queueNames } from '@matgyo/projections/read-models/orders/tables';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import { waitsForAdmin, waitsSince } from '../cases/find-case.ts';
import { isInRange, queueMembers } from '../orders/order-queues.ts';

interface OldestRow {
  readonly side: Side;
  readonly queue: QueueName;
  readonly oldest: Date | null;
}

type Counts = z.input<(typeof staffEndpoints)['queueCounts']['response']>;

/**
 * The oldest order of each queue, by the queue's index; for orders in progress, of either half. A half named by a
 * constant would be looked for in all orders if there is none in it.
 */
const oldestOf = (side: Side, queue: QueueName) => {
  const isOf = sql`o.side = ${sql.lit(side)} and ${queueMembers[queue]}`;
  const oldest = (condition: RawBuilder<unknown>) => sql`
    select o.placed_at from read_orders.orders o where ${condition} order by o.placed_at limit 1`;
  const found =
    queue === 'in progress'
      ? sql`select min(placed_at) from (values (true), (false)) half (is_open)
          cross join lateral (${oldest(sql`${isOf} and (o.open > 0) = half.is_open`)}) of_half`
      : oldest(isOf);
  return sql`select ${sql.lit(side)} as side, ${sql.lit(queue)} as queue, (${found}) as oldest`;
};
const oldestInQueues = sides.flatMap((side) => queueNames.map((queue) => oldestOf(side, queue)));

type RangeCount = Pick<QueuesTable, 'side' | 'range' | 'orders'>;

const rangeOf = sql`case ${sql.join(
  krwRangeIds.map((id, index) => sql`when ${isInRange(id)} then ${sql.lit(index + 1)}`),
  sql` `,
)} else 0 end`;

/** Open orders with a match, by side and range: found by the index of either queue, whichever is the shorter. */
const openInProgress = sides.map(
  (side) => sql`
    select ${sql.lit(side)} as side, ${rangeOf} as range, count(*)::int as orders from read_orders.orders o
    where o.side = ${sql.lit(side)} and ${queueMembers.open} and ${queueMembers['in progress']} group by range`,
);

/** `GET /admin/queue-counts`, from the read model's counters. */
export async function queueCounts(db: Database): Promise<Counts> {
  const counts = await db.selectFrom('read_orders.queues').selectAll().execute();
  const inBoth = await sql<RangeCount>`${sql.join(openInProgress, sql` union all `)}`.execute(db);
  const oldest = await sql<OldestRow>`${sql.join(oldestInQueues, sql` union all `)}`.execute(db);
  const live = await sql<{
    trades: number;
  }>`select count(*)::int as trades from read_trades.trades where not finished`.execute(db);
  const disputes = await db
    .selectFrom('read_trades.cases as c')
    .where(waitsForAdmin)
    .select((is) => [is.fn.countAll<string>().as('total'), is.fn.min<Date | null>(waitsSince).as('oldest')])
    .executeTakeFirstOrThrow();
  const sideCounts = (side: Side) => {
    const of = (queue: QueueName) => {
      const isOf = (row: Pick<OldestRow, 'side' | 'queue'>) => row.side === side && row.queue === queue;
      const since = oldest.rows.find(isOf)?.oldest ?? null;
      return { ...countsOf(counts.filter(isOf)), oldest: since?.toISOString() ?? null };
    };
    return {
      pending: of('pending'),
      open: of('open'),
      inProgress: of('in progress'),
      openInProgress: countsOf(inBoth.rows.filter((row) => row.side === side)),
    };
  };
  return {
    sell: sideCounts('sell'),
    buy: sideCounts('buy'),
    liveTrades: live.rows[0]?.trades ?? 0,
    disputes: { total: Number(disputes.total), oldest: disputes.oldest?.toISOString() ?? null },
  };
}

function countsOf(rows: readonly Pick<RangeCount, 'range' | 'orders'>[]): Counts['sell']['openInProgress'] {
  const inRange = (index: number) => rows.find(({ range }) => range === index + 1)?.orders ?? 0;
  return {
    total: rows.reduce((sum, { orders }) => sum + orders, 0),
    ranges: Object.fromEntries(krwRangeIds.map((id, index) => [id, inRange(index)])) as Record<
      KrwRangeId,
      number
    >,
  };
}
