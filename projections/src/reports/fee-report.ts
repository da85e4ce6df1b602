import { createHash } from 'node:crypto';
import { coveredBy } from './as-of-points-between.ts';
import { type FeePeriod, type FeeReportRow, feeRowPages, fingerprintLine } from './fee-rows.ts';
import { feeTotals } from './fee-totals.ts';
import type { Snapshot } from './snapshot.ts';

export interface FeeReportQuery extends FeePeriod {
  /** See `asOfPointOf`. */
  readonly asOf?: string | undefined;
}

/** A fee report without its rows. */
export type FeeSummary = Awaited<ReturnType<typeof feeSummary>>;

/**
 * The fees of the trades completed in a period, less those reversed in it, derived only from their TradeCompleted and
 * TradeReversed events. Holds all rows in memory.
 */
export async function feeReportFrom(snapshot: Snapshot, period: FeePeriod) {
  const rows: FeeReportRow[] = [];
  for await (const page of feeRowPages(snapshot, period)) rows.push(...page);
  const hash = createHash('sha256');
  for (const row of rows) hash.update(fingerprintLine(row));
  return { ...(await feeSummary(snapshot, period, hash.digest('hex'))), rows };
}

/** A report without its rows, whose fingerprint is given. */
export async function feeSummary(snapshot: Snapshot, period: FeePeriod, sha256: string) {
  const { from, to, referralCode = null } = period;
  return {
    period: { from, to },
    referralCode,
    ...(await feeTotals(snapshot, period)),
    projectionVersion: snapshot.version,
    ...coveredBy(snapshot.asOfPoint),
    /** Over the lines of the rows (`fingerprintLine`), in log order. */
    sha256,
  };
}
