import type { FeeReport } from '@matgyo/projections/reports/fee-report';
import { stringify } from 'csv-stringify/sync';
import type { NamedRow } from './fee-report-endpoint.ts';

/** The columns of the file, in order; the ledger's own names, so that two files can be compared. */
const columns = [
  'day',
  'completedAt',
  'tradeId',
  'sellOrderId',
  'buyOrderId',
  'referralCode',
  'sellerNickname',
  'buyerNickname',
  'amount',
  'price',
  'krw',
  'feeRate',
  'feeRule',
  'fee',
  'eventId',
] as const satisfies readonly (keyof NamedRow)[];

/**
 * The report as a file for a spreadsheet: rows, totals, and what it covers, so that the file alone says how to get
 * it again. With a byte order mark, because Excel in Korean takes it for CP949 otherwise, and with formulas
 * escaped, because a nickname or a code is somebody's input.
 */
export function feeReportCsv(report: FeeReport, rows: readonly NamedRow[]): string {
  const { totals } = report;
  const summary: readonly (readonly string[])[] = [
    [],
    ['trades', String(totals.trades)],
    ['totalAmount', totals.amount],
    ['totalKrw', totals.krw],
    ['totalFee', totals.fee],
    ['from', report.period.from],
    ['to', report.period.to],
    ['referralCode', report.referralCode ?? 'All'],
    ['asOf', report.asOf ?? ''],
    ['feeRules', report.feeRules.join(' ')],
    ['projectionVersion', String(report.projectionVersion)],
    ['sha256', report.sha256],
  ];
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? '')), ...summary];
  return stringify(table, { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}
