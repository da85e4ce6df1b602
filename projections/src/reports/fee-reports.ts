import { createHash, type Hash } from 'node:crypto';
import type { Position } from '@matgyo/event-store/event-log';
import { type FeeReportQuery, type FeeSummary, feeSummary } from './fee-report.ts';
import { type FeePeriod, feeRowPages, fingerprintLine } from './fee-rows.ts';
import { Kept } from './kept.ts';
import type { Moment, MomentSources } from './moment.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** A summary, and up to where in the log it goes. */
export interface CoveredSummary extends FeeSummary {
  readonly moment: Moment;
}

/** A report up to a place in the log. Rows only ever come behind those there are, so its hash can be carried on. */
interface Summarised {
  readonly position: Position;
  readonly hash: Hash;
  readonly summary: FeeSummary;
}

/** Cached reports: those being paged through, or viewed while trades are completed. */
const mostKept = 64;

/**
 * Reads a report: `read` gets its summary and, for its rows, the snapshot in which the summary was made.
 *
 * @throws ReadModelUnavailable, UnknownMoment
 */
export type ReadFeeReport = <Result>(
  query: FeeReportQuery,
  read: (summary: CoveredSummary, snapshot: Snapshot) => Promise<Result>,
) => Promise<Result>;

/**
 * Fee reports of any length. The fingerprint of a report that was asked for before is carried on over what came since,
 * rather than begun anew for each page and each look.
 */
export function createFeeReports(sources: MomentSources): ReadFeeReport {
  const kept = new Kept<Summarised>(mostKept);

  const summarise = async (snapshot: Snapshot, period: FeePeriod): Promise<FeeSummary> => {
    const { build, moment } = snapshot;
    // A report by time leaves some of the last rows out, so what is known of another moment does not help it.
    const key = JSON.stringify([build, period.from, period.to, period.referralCode ?? null, moment.at]);
    const known = kept.get(key);
    if (known?.position === moment.position) return known.summary;
    const begun = known !== undefined && known.position < moment.position ? known : undefined;
    const hash = begun === undefined ? createHash('sha256') : begun.hash.copy();
    for await (const page of feeRowPages(snapshot, period, begun?.position))
      for (const row of page) hash.update(fingerprintLine(row));
    const summary = await feeSummary(snapshot, period, hash.copy().digest('hex'));
    // The newest one is what the next look goes on from.
    if (known === begun) kept.set(key, { position: moment.position, hash, summary });
    return summary;
  };

  return (query, read) =>
    readSnapshot(sources, 'fees', query.asOf, async (snapshot) =>
      read({ ...(await summarise(snapshot, query)), moment: snapshot.moment }, snapshot),
    );
}
