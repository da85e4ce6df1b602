import type { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { Side } from '@matgyo/contracts/ids';
import { kstOffsetMs } from '@matgyo/contracts/kst';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

/** Rows per file: writing them takes about 0.1 s. */
const fileRowsMax = 10_000;

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

type FileRequest = Pick<
  HandlerRequest<(typeof ownTradeEndpoints)['transactionsCsv']>,
  'caller' | 'query' | 'reply'
>;

interface File<Row> {
  readonly named: string;
  readonly columns: readonly Column<Row>[];
  readonly read: (limit: number) => Promise<readonly Row[]>;
}

/** The caller's rows as a CSV file: for programs under the names of the fields, and in Korean if that is asked for. */
export async function ownFile<Row extends object>(
  { ownFilesOf }: Pick<RateLimits, 'ownFilesOf'>,
  { caller, query, reply }: FileRequest,
  { named, columns, read }: File<Row>,
): Promise<string> {
  refuseReversedPeriod(query);
  await ownFilesOf.take(caller.memberId);
  const rows = await read(fileRowsMax + 1);
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
