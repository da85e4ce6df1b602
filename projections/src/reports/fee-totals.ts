import type { Krw, Usdt } from '@matgyo/contracts/money';
import { feesTable } from '../read-models/fees/tables.ts';
import { tableName } from '../stored-rows.ts';
import { type FeePeriod, feeParameters, feesWithin } from './fee-rows.ts';
import type { Snapshot } from './snapshot.ts';

/** Net of reversals, whose amount, won and fee are negative. */
export interface FeeTotals {
  /** Completed trades. */
  readonly trades: number;
  readonly reversals: number;
  readonly amount: Usdt;
  readonly krw: Krw;
  readonly fee: Usdt;
}

export const feeSums = `count(*) filter (where kind = 'completion')::int as trades,
  count(*) filter (where kind = 'reversal')::int as reversals, coalesce(sum(amount), 0)::numeric(24,4) as amount,
  coalesce(sum(krw), 0) as krw, coalesce(sum(fee), 0)::numeric(24,4) as fee`;

/** Summed by the database: a report may have more rows than fit in memory. `feeRules`: the applied ones, sorted. */
export async function feeTotals(
  { client, schema, asOfPoint }: Pick<Snapshot, 'client' | 'schema' | 'asOfPoint'>,
  period: FeePeriod,
): Promise<{ readonly totals: FeeTotals; readonly feeRules: string[] }> {
  const { rows } = await client.query<FeeTotals & { feeRules: string[] }>(
    `select ${feeSums}, coalesce(array_agg(distinct fee_rule), '{}') as "feeRules"
      from ${tableName(schema, feesTable)} where ${feesWithin}`,
    feeParameters(period, asOfPoint),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a sum over nothing is a row too');
  const { feeRules, ...totals } = row;
  return { totals, feeRules };
}
