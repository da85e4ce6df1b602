import type { AsOfSources } from '../reports/as-of-point.ts';
import { type FeeReportQuery, feeReportFrom } from '../reports/fee-report.ts';
import { readSnapshot } from '../reports/snapshot.ts';

export type FeeReport = Awaited<ReturnType<typeof feeReportFrom>>;

/** @throws ReadModelUnavailable, UnknownAsOfPoint */
export const feeReport = (sources: AsOfSources, query: FeeReportQuery) =>
  readSnapshot(sources, 'fees', query.asOf, (snapshot) => feeReportFrom(snapshot, query));
