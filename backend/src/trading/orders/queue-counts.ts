import type { deskEndpoints } from '@matgyo/contracts/endpoints/desk';
import type { Side } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRange, krwRangeIds } from '@matgyo/contracts/krw-ranges';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import { type Queue, queueMembers } from './order-queues.ts';

interface CountRow {
  readonly side: Side;
  readonly queue: Queue;
  /** Which of the ranges, from 1; 0: below the first. */
  readonly range: number;
  readonly orders: number;
  readonly oldest: Date;
}

type Counts = z.input<(typeof deskEndpoints)['queueCounts']['response']>;

/** The least amount of won above another. */
const leastWon = '0.0001';

/** Where each range begins, so that one lookup tells which of them an amount is in: 0 is below the first. */
const beginnings = krwRangeIds.map((id) => {
  const { from } = krwRange(id);
  return sql`${sql.lit(from.krw)}::numeric + ${sql.lit(from.included ? '0' : leastWon)}::numeric`;
});
const rangeOf = sql<number>`width_bucket(o.krw_amount, array[${sql.join(beginnings)}])`;

/** `GET /admin/queue-counts`: one statement over the queues' own indexes. */
export async function queueCounts(db: Database): Promise<Counts> {
  const ofQueue = (queue: Queue) => sql`
    select o.side, ${sql.lit(queue)} as queue, ${rangeOf} as range, count(*)::int as orders, min(o.placed_at) as oldest
      from read_orders.orders o where ${queueMembers[queue]} group by 1, 3`;
  const { rows } = await sql<CountRow>`
    ${ofQueue('pending')} union all ${ofQueue('open')} union all ${ofQueue('in progress')}`.execute(db);
  const live = await sql<{
    trades: number;
  }>`select count(*)::int as trades from read_trades.trades where not finished`.execute(db);
  const sideCounts = (side: Side) => {
    const of = (queue: Queue) => countsOf(rows.filter((row) => row.side === side && row.queue === queue));
    return { pending: of('pending'), open: of('open'), inProgress: of('in progress') };
  };
  return { sell: sideCounts('sell'), buy: sideCounts('buy'), liveTrades: live.rows[0]?.trades ?? 0 };
}

function countsOf(rows: readonly CountRow[]): Counts['sell']['pending'] {
  const inRange = (index: number) => rows.find(({ range }) => range === index + 1)?.orders ?? 0;
  const oldest = rows.map((row) => row.oldest.toISOString()).sort()[0];
  return {
    total: rows.reduce((sum, { orders }) => sum + orders, 0),
    ranges: Object.fromEntries(krwRangeIds.map((id, index) => [id, inRange(index)])) as Record<
      KrwRangeId,
      number
    >,
    oldest: oldest ?? null,
  };
}
