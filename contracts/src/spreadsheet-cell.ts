/**
 * What spreadsheets run as a formula when a cell begins with it, also in the full width of Korean keyboards. Where the
 * comma is the decimal sign a cell ends at a semicolon or a line break, whatever the quotes.
 */
const formulas = /[=+\-@\t\r＝＋－＠]/g;
const formulaAtStart = /^[=+\-@\t\r＝＋－＠]/;
/** All blanks and quotes behind the end of a cell at once: one by one, each would look back over those before it. */
const afterEnds = /(?<=[;\r\n])[\s";]*[=+\-@＝＋－＠]?/g;
const negative = /^-\d+(\.\d+)?$/;

const disarmed = (text: string): string => text.replace(formulas, "'$&");

/** A cell of a CSV file: one that a spreadsheet would run as a formula becomes text. Negative numbers stay numbers. */
export const spreadsheetCell = (text: string): string =>
  negative.test(text) ? text : text.replace(afterEnds, disarmed).replace(formulaAtStart, "'$&");
