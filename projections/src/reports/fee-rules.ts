import { type AsOfSources, asOfPointOf } from './as-of-point.ts';
import { assertReached, inSnapshot } from './snapshot.ts';

/**
 * The rules that charged the trades completed up to an as-of point, sorted. `asOf` null: before the first event.
 *
 * @throws UnknownAsOfPoint, ReadModelUnavailable when the fee book does not reach there
 */
export async function feeRulesAsOf(sources: AsOfSources, asOf: string | null): Promise<string[]> {
  if (asOf === null) return [];
  const { position, at } = await asOfPointOf(sources, asOf);
  return inSnapshot(sources.pool, 'fees', async (client, checkpoint) => {
    assertReached('fees', checkpoint, position);
    const { rows } = await client.query<{ feeRules: string[] }>(
      // One index lookup per rule instead of reading all rows.
      `with recursive rules as (
         select min(fee_rule) as rule from read_fees.fees
         union all
         select (select min(fee_rule) from read_fees.fees where fee_rule > rule) from rules where rule is not null)
       select coalesce(array_agg(rule order by rule), '{}') as "feeRules" from rules
       where exists (select from read_fees.fees
         where fee_rule = rule and position <= $1 and ($2::timestamptz is null or at <= $2))`,
      [position, at],
    );
    return rows[0]?.feeRules ?? [];
  });
}
