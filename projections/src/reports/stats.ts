import type { Krw, Usdt } from '@matgyo/contracts/money';
import { liveSchema } from '../checkpoint.ts';
import { type DaysTable, daysTable } from '../read-models/stats/tables.ts';
import { type Querying, tableName } from '../stored-rows.ts';
import type { StoredRow } from '../table-shape.ts';
import { coveredBy } from './as-of-points-between.ts';
import type { Snapshot } from './snapshot.ts';

export interface Stats {
  readonly users: number;
  readonly totalSales: Usdt;
  readonly totalBuys: Usdt;
  readonly totalFees: Usdt;
  readonly trades: number;
  readonly krw: Krw;
}

export async function readStats(client: Querying, schema = liveSchema('stats')): Promise<Stats> {
  const { rows } = await client.query({
    text: `select coalesce(sum(users), 0)::int as users, coalesce(sum(trades), 0)::int as trades,
        coalesce(sum(sales), 0)::numeric(24,4) as "totalSales", coalesce(sum(buys), 0)::numeric(24,4) as "totalBuys",
        coalesce(sum(fees), 0)::numeric(24,4) as "totalFees", coalesce(sum(krw), 0) as krw
      from ${tableName(schema, daysTable)}`,
  });
  return rows[0];
}

export type StatsDay = StoredRow<DaysTable>;

/** Those of the days that have counts. */
export async function readStatsByDay(pool: Querying, days: readonly string[]): Promise<readonly StatsDay[]> {
  const { rows } = await pool.query({
    text: 'select day, users, trades, sales, buys, fees, krw from read_stats.days where day = any($1)',
    values: [days],
  });
  return rows;
}

/** Stats from a fold made for one as-of point: daily sums cannot be cut at an event afterwards. */
export async function statsReportFrom({ client, schema, asOfPoint, version }: Snapshot) {
  const { rows } = await client.query<StatsDay>(
    `select day, users, trades, sales, buys, fees, krw from ${tableName(schema, daysTable)} order by day`,
  );
  return {
    ...(await readStats(client, schema)),
    days: rows,
    ...coveredBy(asOfPoint),
    projectionVersion: version,
  };
}
