import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { EventLog } from '@matgyo/event-store/event-log';
import { type FeeReport, feeReport } from '@matgyo/projections/reports/fee-report';
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import type { Caller, HandlerRequest } from '../http/handler.ts';
import { decodeCursor, encodeCursor } from '../http/page-cursor.ts';
import { nicknamesOf } from '../orders/nicknames.ts';
import { feeReportCsv } from './fee-report-csv.ts';
import { asReportFailure } from './report-errors.ts';
import { reportPeriod, statedBounds } from './report-query.ts';

export interface ReportDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly log: EventLog;
}

type ReportRequest = HandlerRequest<typeof reportEndpoints.feeReport>;
type CsvRequest = HandlerRequest<typeof reportEndpoints.feeReportCsv>;

/** Where the next page begins, and the moment of the report it belongs to, so that all pages are of one report. */
const reportCursor = z.tuple([z.int().positive(), z.string()]);

/** `GET /fees/report`: the rows in log order by pages; the totals and the fingerprint are of the whole. */
export const feeReportCall = (deps: ReportDependencies) => async (request: ReportRequest) => {
  const { limit, cursor } = request.query;
  const [start, moment] = decodeCursor(reportCursor, cursor) ?? [0, request.query.asOf];
  const report = await loadReport(deps, request.caller, { ...request.query, asOf: moment });
  const rows = report.rows.slice(start, start + limit);
  const end = start + rows.length;
  const more = end < report.rows.length && report.asOf !== null;
  return {
    ...statedBounds(report.period),
    referralCode: report.referralCode,
    lastEvent: report.lastEvent,
    asOf: report.asOf,
    feeRules: [...report.feeRules],
    projectionVersion: report.projectionVersion,
    sha256: report.sha256,
    totals: report.totals,
    items: await withNicknames(deps.db, rows),
    nextCursor: more ? encodeCursor([end, report.asOf]) : null,
  };
};

/** `GET /fees/report.csv`: all rows, then what the report covers and its fingerprint. */
export const feeReportCsvCall = (deps: ReportDependencies) => async (request: CsvRequest) => {
  const report = await loadReport(deps, request.caller, request.query);
  const { from, to } = report.period;
  request.reply.header('Content-Disposition', `attachment; filename="fees-${from}-${to}.csv"`);
  return feeReportCsv(report, await withNicknames(deps.db, report.rows));
};

async function loadReport(
  { db, pool, log }: ReportDependencies,
  caller: Caller,
  query: CsvRequest['query'],
): Promise<FeeReport> {
  const asked = await reportPeriod(db, caller, query);
  try {
    return await feeReport({ pool, log }, asked);
  } catch (error) {
    throw asReportFailure(error);
  }
}

export type NamedRow = Awaited<ReturnType<typeof withNicknames>>[number];

async function withNicknames(db: Database, rows: FeeReport['rows']) {
  const nicknames = await nicknamesOf(
    db,
    rows.flatMap((row) => [row.sellerId, row.buyerId]),
  );
  return rows.map((row) => ({
    tradeId: row.tradeId,
    eventId: row.eventId,
    day: row.day,
    completedAt: row.at,
    sellOrderId: row.sellOrderId,
    buyOrderId: row.buyOrderId,
    referralCode: row.referralCode,
    sellerNickname: nicknames.get(row.sellerId) ?? null,
    buyerNickname: nicknames.get(row.buyerId) ?? null,
    amount: row.amount,
    price: row.price,
    krw: row.krw,
    feeRate: row.feeRate,
    feeRule: row.feeRule,
    fee: row.fee,
  }));
}
