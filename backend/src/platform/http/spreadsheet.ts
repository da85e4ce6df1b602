import { spreadsheetCell } from '@matgyo/contracts/spreadsheet-cell';
import { stringify } from 'csv-stringify/sync';

/**
 * A CSV file for spreadsheets. Has a byte order mark, as Korean Excel would read CP949 without it. Formulas are
 * escaped, because cells may contain user input.
 */
export const spreadsheet = (table: readonly (readonly unknown[])[]): string =>
  stringify(
    table.map((line) => line.map((cell) => spreadsheetCell(String(cell)))),
    { bom: true, record_delimiter: 'windows' },
  );
