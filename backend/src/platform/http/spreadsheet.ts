import { stringify } from 'csv-stringify/sync';

/** Escapes cells that a spreadsheet would run as a formula; negative numbers are none. */
const harmless = (cell: string): string =>
  /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;

/**
 * A CSV file for spreadsheets. Has a byte order mark, as Korean Excel would read CP949 without it. Formulas are
 * escaped, because cells may contain user input.
 */
export const spreadsheet = (table: readonly (readonly unknown[])[]): string =>
  stringify(
    table.map((line) => line.map((cell) => harmless(String(cell)))),
    { bom: true, record_delimiter: 'windows' },
  );
