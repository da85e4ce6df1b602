import type { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { refuseReversedPeriod } from '../../platform/http/period.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type Column, spreadsheetOf } from '../../platform/http/spreadsheet-columns.ts';

/** Rows per file: writing them takes about 0.1 s. */
const fileRowsMax = 10_000;

type FileRequest = Pick<
  HandlerRequest<(typeof ownTradeEndpoints)['transactionsCsv']>,
  'caller' | 'query' | 'reply'
>;

interface File<Row> {
  readonly named: string;
  readonly columns: readonly Column<Row>[];
  readonly read: (limit: number) => Promise<readonly Row[]>;
}

/** The caller's rows as a CSV file: for programs, or for people in the language that is asked for. */
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
  return spreadsheetOf({ columns, rows, language: query.storedLanguage });
}
