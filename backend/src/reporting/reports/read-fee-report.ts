import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { coveredBy } from '@matgyo/projections/reports/as-of-points-between';
import type { CoveredSummary } from '@matgyo/projections/reports/fee-reports';
import { readSnapshot } from '@matgyo/projections/reports/snapshot';
import { z } from 'zod';
import { isoOf } from '../../platform/commands/timing.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { attachmentOf } from '../../platform/http/spreadsheet-columns.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { feeCodes, feeDays, feeRows, feeTotals } from './fee-book.ts';
import { feeReportCsv } from './fee-report-csv.ts';
import { type ReportDependencies, refuseReport, reportPeriod, statedBounds } from './report-query.ts';

type ReportRequest = HandlerRequest<typeof reportEndpoints.feeReport>;
type CsvRequest = HandlerRequest<typeof reportEndpoints.feeReportCsv>;
type DaysRequest = HandlerRequest<typeof reportEndpoints.feeReportDays>;

/** The last event of the previous page, and as-of point and time of the first one: all pages are of one report. */
export const reportCursor = z.tuple([z.uuid(), z.string().max(100), z.iso.datetime()]);

/** `GET /fees/report`: rows in log order in pages; totals and fingerprint are of the whole report. */
export const readFeeReport = (deps: ReportDependencies) => async (request: ReportRequest) => {
  const { limit, cursor } = request.query;
  const firstPage = [undefined, request.query.asOf, isoOf(deps.now())] as const;
  const [afterEvent, asOf, at] = decodeCursor(reportCursor, cursor) ?? firstPage;
  const query = { ...request.query, asOf, at };
  const { summary, found, rows } = await readReport(deps, request.caller, query, {
    limit: limit + 1,
    afterEvent,
  });
  const { page, nextCursor } = cutPage(rows, limit, ({ eventId }) => [eventId, summary.asOf, at]);
  return {
    ...summary,
    ...statedBounds(summary.period),
    checkpoint: await deps.checkpoints.ofReport(summary.asOfPoint),
    found,
    items: [...page],
    nextCursor,
  };
};

/** `fees`, with the days that bound it. */
function fileName({ period }: CoveredSummary): string {
  const { from, to } = statedBounds(period);
  if (from !== null && to !== null) return `fees-${from}-${to}`;
  return `fees${from === null ? '' : `-from-${from}`}${to === null ? '' : `-until-${to}`}`;
}

/** More than a busy month has; this many take two seconds and 200 MB. */
const fileRowsMax = 100_000;

/** `GET /fees/report.csv`: all rows, then the report's parameters and fingerprint. */
export const exportFeeReport = (deps: ReportDependencies) => async (request: CsvRequest) => {
  const { query, caller } = request;
  const { summary, found, rows } = await readReport(deps, caller, query, { limit: fileRowsMax + 1 });
  if (rows.length > fileRowsMax) throw failure('REPORT_TOO_LONG');
  const { from, to } = summary.period;
  request.reply.header('Content-Disposition', attachmentOf(fileName(summary), query.storedLanguage));
  const checkpoint = await deps.checkpoints.ofReport(summary.asOfPoint);
  await recordAudit(deps.db, {
    action: 'fee-report-exported',
    actor: request.caller,
    subjectId: summary.lastEvent,
    requestId: request.requestId,
    details: { from, to, rows: rows.length, searched: found !== null, sha256: summary.sha256 },
  });
  return feeReportCsv(
    { report: summary, rows, found: found && { search: query.search, totals: found }, checkpoint },
    query.storedLanguage,
  );
};

/** `GET /fees/report/days`: the rows summed by day, for a chart, and by referral code. */
export const readFeeReportDays =
  (deps: ReportDependencies) =>
  async ({ caller, query: { asOf, search, ...query } }: DaysRequest) => {
    const { db, now } = deps;
    const period = await reportPeriod(db, caller, query, isoOf(now()));
    // Without the fingerprint, which takes many times as long as the sums.
    return readSnapshot(deps, 'fees', asOf, async (snapshot) => {
      const book = { db, snapshot, period, search };
      return { ...coveredBy(snapshot.asOfPoint), ...(await feeDays(book)), ...(await feeCodes(book)) };
    }).catch(refuseReport);
  };

/** Reads only the report: the snapshot occupies a connection. */
async function readReport(
  { db, feeReports, now }: ReportDependencies,
  caller: Caller,
  {
    asOf,
    search,
    at = isoOf(now()),
    ...query
  }: Omit<CsvRequest['query'], 'storedLanguage'> & { at?: string },
  page: Parameters<typeof feeRows>[1],
) {
  const period = await reportPeriod(db, caller, query, at);
  return feeReports({ ...period, asOf }, async (summary, snapshot) => {
    const book = { db, snapshot, period, search };
    return { summary, found: search === '' ? null : await feeTotals(book), rows: await feeRows(book, page) };
  }).catch(refuseReport);
}
