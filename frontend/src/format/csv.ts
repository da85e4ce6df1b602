import { spreadsheetCell } from '@matgyo/contracts/spreadsheet-cell';

/** Without it, Korean Excel reads a file as CP949. */
const byteOrderMark = '\uFEFF';

function field(text: string): string {
  const safe = spreadsheetCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV for spreadsheets: UTF-8 with a byte order mark, CRLF line ends. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, ...rows.map((row) => `${row.map(field).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });
