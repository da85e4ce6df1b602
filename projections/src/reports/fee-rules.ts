import { type AsOfSources, asOfPointOf } from './as-of-point.ts';

/**
 * The rules that charged the trades completed up to an as-of point, sorted, as far as the fee book has them. `asOf`
 * null: before the first event.
 *
 * @throws UnknownAsOfPoint
 */
export async function feeRulesAsOf(sources: AsOfSources, asOf: string | null): Promise<string[]> {
  if (asOf === null) return [];
  const { position, at } = await asOfPointOf(sources, asOf);
  const { rows } = await sources.pool.query<{ feeRules: string[] }>(
    `select coalesce(array_agg(distinct fee_rule), '{}') as "feeRules" from read_fees.fees
      where position <= $1 and ($2::timestamptz is null or at <= $2)`,
    [position, at],
  );
  return rows[0]?.feeRules ?? [];
}
