/** What spreadsheets run as a formula when a cell begins with it, also in the full width of Korean keyboards. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
const negative = /^-\d+(\.\d+)?$/;

/** A cell of a CSV file: one that a spreadsheet would run as a formula becomes text. Negative numbers stay numbers. */
export const spreadsheetCell = (text: string): string =>
  formula.test(text) && !negative.test(text) ? `'${text}` : text;
