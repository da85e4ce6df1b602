import type { Reply } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

/** Rows per file: writing them takes about 0.1 s. */
export const fileRowsMax = 10_000;

/** Inclusive Korean days, YYYY-MM-DD; either may be open. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws RequestFailure REPORT_PERIOD_INVALID when the period ends before it begins. */
export function refuseReversedPeriod({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && from > to) throw failure('REPORT_PERIOD_INVALID');
}

/**
 * Rows as a CSV file.
 *
 * @throws RequestFailure REPORT_TOO_LONG beyond `fileRowsMax` rows; request one more to detect it.
 */
export function fileOf<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  { named, period, reply }: { readonly named: string; readonly period: Period; readonly reply: Reply },
): Promise<string> {
  if (rows.length > fileRowsMax) throw failure('REPORT_TOO_LONG');
  const days = [period.from, period.to].filter((day) => day !== undefined);
  reply.header('Content-Disposition', `attachment; filename="${[named, ...days].join('-')}.csv"`);
  reply.header('Cache-Control', 'no-store');
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return spreadsheet(table);
}
