/** Without it, Korean Excel reads a file as CP949. */
const byteOrderMark = '\uFEFF';

/** A spreadsheet would run such a field as a formula; a leading quote makes it text. Negative numbers stay. */
const formula = /^(?:[=+@\t\r]|-(?![\d.]+$))/;

function field(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV for spreadsheets: UTF-8 with a byte order mark, CRLF line ends. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, ...rows.map((row) => `${row.map(field).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });
