import { createHash } from 'node:crypto';
import { type FeePeriod, type FeeReportRow, feeRowPages, fingerprintLine } from './fee-rows.ts';
import { type FeeTotals, feeTotals } from './fee-totals.ts';
import { type MomentSources, nameOfMoment } from './moment.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface FeeReportQuery extends FeePeriod {
  /** See `momentOf`. */
  readonly asOf?: string | undefined;
}

/** A fee report without its rows. */
export interface FeeSummary {
  readonly period: { readonly from: string; readonly to: string };
  readonly referralCode: string | null;
  readonly totals: FeeTotals;
  readonly feeRules: string[];
  readonly projectionVersion: number;
  /** The id of the last event the report covers. */
  readonly lastEvent: string | null;
  /** Asked for with this `asOf` the report comes out the same, byte for byte. Null while the log is empty. */
  readonly asOf: string | null;
  /** SHA-256, hex, over the lines of the rows (`fingerprintLine`), in log order. */
  readonly sha256: string;
}

export interface FeeReport extends FeeSummary {
  /** In the order of the log. */
  readonly rows: readonly FeeReportRow[];
}

/**
 * The fees of the trades completed in a period, less those given back in it, derived from their TradeCompleted and TradeReversed
 * events alone.
 *
 * @throws ReadModelUnavailable, UnknownMoment
 */
export function feeReport(sources: MomentSources, query: FeeReportQuery): Promise<FeeReport> {
  return readSnapshot(sources, 'fees', query.asOf, (snapshot) => feeReportFrom(snapshot, query));
}

/** The same from a fold that is already at hand. */
export async function feeReportFrom(snapshot: Snapshot, period: FeePeriod): Promise<FeeReport> {
  const rows: FeeReportRow[] = [];
  const hash = createHash('sha256');
  for await (const page of feeRowPages(snapshot, period))
    for (const row of page) {
      rows.push(row);
      hash.update(fingerprintLine(row));
    }
  return { ...(await feeSummary(snapshot, period, hash.digest('hex'))), rows };
}

/** What a report states beside its rows, whose fingerprint is known. */
export async function feeSummary(snapshot: Snapshot, period: FeePeriod, sha256: string): Promise<FeeSummary> {
  const { from, to, referralCode = null } = period;
  return {
    period: { from, to },
    referralCode,
    ...(await feeTotals(snapshot, period)),
    projectionVersion: snapshot.version,
    lastEvent: snapshot.moment.eventId,
    asOf: nameOfMoment(snapshot.moment),
    sha256,
  };
}
