import type { Reply } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

/** Rows of one file. It is written in one go, and meanwhile the server does nothing else: 0.1 s for as many. */
export const mostRowsOfAFile = 10_000;

/** Days in Korea, YYYY-MM-DD, both included; either may be left open. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws RequestFailure REPORT_PERIOD_INVALID when it ends before it begins. */
export function refuseBackwards({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && from > to) throw failure('REPORT_PERIOD_INVALID');
}

/**
 * Rows as a file for a spreadsheet, one column for each name.
 *
 * @throws RequestFailure REPORT_TOO_LONG for more than `mostRowsOfAFile` rows: ask for one more to find out.
 */
export function fileOf<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  { named, period, reply }: { readonly named: string; readonly period: Period; readonly reply: Reply },
): string {
  if (rows.length > mostRowsOfAFile) throw failure('REPORT_TOO_LONG');
  const days = [period.from, period.to].filter((day) => day !== undefined);
  reply.header('Content-Disposition', `attachment; filename="${[named, ...days].join('-')}.csv"`);
  reply.header('Cache-Control', 'no-store');
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return spreadsheet(table);
}
