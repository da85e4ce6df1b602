import type { Side } from '@matgyo/contracts/ids';
import { kstOffsetMs } from '@matgyo/contracts/kst';
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

/** `head` and `text`: what a file in Korean has in place of the name and of the value. */
export interface Column<Row> {
  readonly name: keyof Row & string;
  readonly head: string;
  readonly text?: (row: Row) => string;
}

interface File {
  readonly named: string;
  readonly query: Period & { readonly storedLanguage?: string | null | undefined };
  readonly reply: Reply;
}

/**
 * Rows as a CSV file: for programs under the names of the fields, and in Korean if that is asked for.
 *
 * @throws RequestFailure REPORT_TOO_LONG beyond `fileRowsMax` rows; request one more to detect it.
 */
export function fileOf<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { named, query, reply }: File,
): Promise<string> {
  if (rows.length > fileRowsMax) throw failure('REPORT_TOO_LONG');
  const days = [query.from, query.to].filter((day) => day !== undefined);
  reply.header('Content-Disposition', `attachment; filename="${[named, ...days].join('-')}.csv"`);
  reply.header('Cache-Control', 'no-store');
  const isKorean = query.storedLanguage === 'ko';
  return spreadsheet([
    columns.map(({ name, head }) => (isKorean ? head : name)),
    ...rows.map((row) =>
      columns.map(({ name, text }) => (isKorean && text !== undefined ? text(row) : (row[name] ?? ''))),
    ),
  ]);
}

export const sideInKorean = ({ side }: { readonly side: Side }): string =>
  side === 'sell' ? '판매' : '구매';

/** `2026-11-29 21:54:09`, in Korea; '' for null. */
export const timeInKorea = (at: string | null): string =>
  at === null
    ? ''
    : new Date(Date.parse(at) + kstOffsetMs)
        .toISOString()
        .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
        .replace('T', ' ');
