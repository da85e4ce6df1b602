import { type MomentSources, momentOf } from './moment.ts';

/**
 * The rules by which the trades completed up to a moment were charged, sorted, as far as the fee book has them.
 * `asOf` null: before the first event.
 *
 * @throws UnknownMoment
 */
export async function feeRulesAsOf(sources: MomentSources, asOf: string | null): Promise<string[]> {
  if (asOf === null) return [];
  const { position, at } = await momentOf(sources, asOf);
  const { rows } = await sources.pool.query<{ feeRules: string[] }>(
    `select coalesce(array_agg(distinct fee_rule), '{}') as "feeRules" from read_fees.fees
      where position <= $1 and ($2::timestamptz is null or at <= $2)`,
    [position, at],
  );
  return rows[0]?.feeRules ?? [];
}
