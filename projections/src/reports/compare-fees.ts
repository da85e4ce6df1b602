import { createHash } from 'node:crypto';
import { addKrw, negated, usdtDifference } from '@matgyo/contracts/money';
import { liveSchema } from '../checkpoint.ts';
import { pagesOf } from '../pages.ts';
import { feesTable } from '../read-models/fees/tables.ts';
import { tableName } from '../stored-rows.ts';
import type { AsOfPoint, AsOfSources } from './as-of-point.ts';
import { asOfConditions, coveredBy, readBetween, type TwoAsOfPoints } from './as-of-points-between.ts';
import {
  type FeePeriod,
  type FeeReportRow,
  feeReportRow,
  feeRowColumns,
  fingerprintLine,
  ofPeriod,
  type StoredFeeRow,
} from './fee-rows.ts';
import { type FeeTotals, feeTotals } from './fee-totals.ts';

/**
 * A completion or reversal covered by only one of the two as-of points. `removed`: by the earlier one, which is only
 * possible with times.
 */
export type ChangedFee = FeeReportRow & { readonly change: 'added' | 'removed' };

export interface ComparePage {
  readonly limit: number;
  /** The last event of the previous page. */
  readonly afterEvent?: string | undefined;
}

const fees = tableName(liveSchema('fees'), feesTable);
const pageSize = 5_000;

/**
 * Compares one fee report at two as-of points: which figures changed, and the events that changed them. The totals are
 * computed separately for each point; the completions in between explain the difference.
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export function feeComparison(
  sources: AsOfSources,
  period: FeePeriod,
  asOfPoints: TwoAsOfPoints,
  { limit, afterEvent }: ComparePage,
) {
  return readBetween(sources, 'fees', asOfPoints, async ({ client, checkpoint, before, after }) => {
    const { from, to, referralCode = null } = period;
    const { is, between, parameters } = asOfConditions(4, before, after);
    const values = [from, to, referralCode, ...parameters];

    const totalsAt = async (asOfPoint: AsOfPoint): Promise<FeeTotals> =>
      (await feeTotals({ client, schema: liveSchema('fees'), asOfPoint }, period)).totals;
    const [earlier, later] = [await totalsAt(before), await totalsAt(after)];

    const changed = `from ${fees} where ${ofPeriod} and ${between}`;
    const { rows: rules } = await client.query<{ feeRules: string[] }>(
      `select coalesce(array_agg(distinct fee_rule), '{}') as "feeRules" ${changed}`,
      values,
    );
    const rowsAfter = async (start: string | null, most: number): Promise<readonly ChangedFee[]> => {
      const { rows } = await client.query<StoredFeeRow & Pick<ChangedFee, 'change'>>(
        `select ${feeRowColumns}, case when ${is} then 'added' else 'removed' end as change ${changed}
          and ($10::uuid is null or position > (select position from ${fees} where event_id = $10))
          order by position limit ${most}`,
        [...values, start],
      );
      return rows.map((row) => ({ ...feeReportRow(row), change: row.change }));
    };

    const hash = createHash('sha256');
    const pageAfter = (event: string | null) => rowsAfter(event, pageSize);
    const fromStart = { start: null as string | null, size: pageSize };
    for await (const page of pagesOf(fromStart, pageAfter, ({ eventId }) => eventId))
      for (const row of page) hash.update(`${row.change === 'added' ? '+' : '-'}${fingerprintLine(row)}`);
    const found = await rowsAfter(afterEvent ?? null, limit + 1);
    const items = found.slice(0, limit);
    return {
      period: { from, to },
      referralCode,
      before: { ...coveredBy(before), totals: earlier },
      after: { ...coveredBy(after), totals: later },
      /** Signed: after minus before. */
      difference: {
        trades: later.trades - earlier.trades,
        reversals: later.reversals - earlier.reversals,
        amount: usdtDifference(later.amount, earlier.amount),
        krw: addKrw(later.krw, negated(earlier.krw)),
        fee: usdtDifference(later.fee, earlier.fee),
      },
      /** The rules that charged the changed completions, sorted. */
      feeRules: rules[0]?.feeRules ?? [],
      projectionVersion: checkpoint.version,
      /** Over the lines of all changed completions (`fingerprintLine`), each after a + or a −. */
      sha256: hash.digest('hex'),
      items,
      /** The event after which the next page begins; null at the end. */
      next: found.length > limit ? (items.at(-1)?.eventId ?? null) : null,
    };
  });
}
