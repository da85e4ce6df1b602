import { addKrw, addUsdt } from '@matgyo/contracts/money';
import { liveSchema } from '../checkpoint.ts';
import { type DaysTable, daysTable } from '../read-models/stats/tables.ts';
import { type Querying, tableName } from '../stored-rows.ts';
import type { StoredRow } from '../table-shape.ts';
import { coveredBy } from './as-of-points-between.ts';
import type { Snapshot } from './snapshot.ts';

export type StatsDay = StoredRow<DaysTable>;

/** The days with counts, oldest first. */
export async function readStatsDays(
  client: Querying,
  schema = liveSchema('stats'),
): Promise<readonly StatsDay[]> {
  const { rows } = await client.query({
    text: `select day, users, trades, sales, buys, fees, krw from ${tableName(schema, daysTable)} order by day`,
  });
  return rows;
}

export const statsOf = (days: readonly StatsDay[]) => ({
  users: days.reduce((sum, { users }) => sum + users, 0),
  trades: days.reduce((sum, { trades }) => sum + trades, 0),
  totalSales: addUsdt(...days.map(({ sales }) => sales)),
  totalBuys: addUsdt(...days.map(({ buys }) => buys)),
  totalFees: addUsdt(...days.map(({ fees }) => fees)),
  krw: addKrw(...days.map(({ krw }) => krw)),
});

/** Stats from a fold made for one as-of point: daily sums cannot be cut at an event afterwards. */
export async function statsReportFrom({ client, schema, asOfPoint, version }: Snapshot) {
  const days = await readStatsDays(client, schema);
  return { ...statsOf(days), days, ...coveredBy(asOfPoint), projectionVersion: version };
}
