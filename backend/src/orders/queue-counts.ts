import type { deskEndpoints } from '@matgyo/contracts/endpoints/desk';
import type { Side } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRangeIds } from '@matgyo/contracts/krw-ranges';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { isInRange, type Queue, queueMembers } from './order-queues.ts';

interface CountRow {
  readonly side: Side;
  readonly queue: Queue;
  /** Null: in none of the ranges. */
  readonly range: KrwRangeId | null;
  readonly orders: number;
  readonly oldest: Date;
}

type Counts = z.input<(typeof deskEndpoints)['queueCounts']['response']>;

const rangeOf = sql`case ${sql.join(
  krwRangeIds.map((id) => sql`when ${isInRange(id)} then ${sql.lit(id)}`),
  sql` `,
)} end`;

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
  const inRange = (id: KrwRangeId) => rows.find(({ range }) => range === id)?.orders ?? 0;
  const oldest = rows.map((row) => row.oldest.toISOString()).sort()[0];
  return {
    total: rows.reduce((sum, { orders }) => sum + orders, 0),
    ranges: Object.fromEntries(krwRangeIds.map((id) => [id, inRange(id)])) as Record<KrwRangeId, number>,
    oldest: oldest ?? null,
  };
}
