import { setImmediate as otherCalls } from 'node:timers/promises';
import { spreadsheetCell } from '@matgyo/contracts/spreadsheet-cell';
import { stringify } from 'csv-stringify/sync';

/** They take 2 to 4 ms; other calls are served in between. */
const linesAtOnce = 500;

/**
 * A CSV file for spreadsheets. Has a byte order mark, as Korean Excel would read CP949 without it. Formulas are
 * escaped, because cells may contain user input.
 */
export async function spreadsheet(table: readonly (readonly unknown[])[]): Promise<string> {
  let text = '';
  for (let from = 0; from < table.length; from += linesAtOnce) {
    const lines = table.slice(from, from + linesAtOnce);
    text += stringify(
      lines.map((line) => line.map((cell) => spreadsheetCell(String(cell)))),
      { bom: from === 0, record_delimiter: 'windows' },
    );
    await otherCalls();
  }
  return text;
}
