import type { AsOfSources } from '../reports/as-of-point.ts';
import { type FeeReportQuery, feeReportFrom } from '../reports/fee-report.ts';
import { readSnapshot } from '../reports/snapshot.ts';

/** @throws ReadModelUnavailable, UnknownAsOfPoint */
export const feeReport = (sources: AsOfSources, query: FeeReportQuery) =>
  readSnapshot(sources, 'fees', query.asOf, (snapshot) => feeReportFrom(snapshot, query));
