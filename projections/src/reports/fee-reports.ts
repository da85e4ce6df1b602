import { createHash, type Hash } from 'node:crypto';
import type { Position } from '@matgyo/event-store/event-log';
import { LruCache } from '@matgyo/event-store/lru-cache';
import type { AsOfPoint, AsOfSources } from './as-of-point.ts';
import { type FeeReportQuery, type FeeSummary, feeSummary } from './fee-report.ts';
import { type FeePeriod, feeRowPages, fingerprintLine } from './fee-rows.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface CoveredSummary extends FeeSummary {
  readonly asOfPoint: AsOfPoint;
}

/** A report up to a position. Rows are only appended, so its hash can be continued. */
interface Summarised {
  readonly position: Position;
  readonly hash: Hash;
  readonly summary: FeeSummary;
}

/** Cached reports: those being paged through, or viewed while trades are completed. */
const cachedMax = 64;

/**
 * Reads a report: `read` gets its summary and, for its rows, the snapshot in which the summary was made.
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export type ReadFeeReport = <Result>(
  query: FeeReportQuery,
  read: (summary: CoveredSummary, snapshot: Snapshot) => Promise<Result>,
) => Promise<Result>;

/**
 * Fee reports of any length. The fingerprint of a report requested before is continued over the new rows, instead of
 * computed from the start for each page.
 */
export function createFeeReports(sources: AsOfSources): ReadFeeReport {
  const cache = new LruCache<Summarised>(cachedMax);

  const summarise = async (snapshot: Snapshot, period: FeePeriod): Promise<FeeSummary> => {
    const { build, asOfPoint } = snapshot;
    // A report by time omits some of the last rows, so a cached report of another as-of point cannot be continued.
    const key = JSON.stringify([build, period.from, period.to, period.referralCode ?? null, asOfPoint.at]);
    const cached = cache.get(key);
    if (cached?.position === asOfPoint.position) return cached.summary;
    const earlier = cached !== undefined && cached.position < asOfPoint.position ? cached : undefined;
    const hash = earlier === undefined ? createHash('sha256') : earlier.hash.copy();
    for await (const page of feeRowPages(snapshot, period, earlier?.position))
      for (const row of page) hash.update(fingerprintLine(row));
    const summary = await feeSummary(snapshot, period, hash.copy().digest('hex'));
    // The next request continues the newest one.
    if (cached === earlier) cache.set(key, { position: asOfPoint.position, hash, summary });
    return summary;
  };

  return (query, read) =>
    readSnapshot(sources, 'fees', query.asOf, async (snapshot) =>
      read({ ...(await summarise(snapshot, query)), asOfPoint: snapshot.asOfPoint }, snapshot),
    );
}
