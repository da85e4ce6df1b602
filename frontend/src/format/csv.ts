/** Excel in Korean takes a file without it for CP949. */
const byteOrderMark = '\uFEFF';

/** A spreadsheet would compute what begins like this; a quote before it makes it text. A negative figure stays one. */
const formula = /^(?:[=+@\t\r]|-(?![\d.]+$))/;

function field(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a file for a spreadsheet: UTF-8 with its mark, lines ending as Windows ends them. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, ...rows.map((row) => `${row.map(field).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });
