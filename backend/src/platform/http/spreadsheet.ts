import { stringify } from 'csv-stringify/sync';

/** What a spreadsheet would take for a formula; a figure below zero it takes for a figure. */
const harmless = (cell: string): string =>
  /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;

/**
 * A table as a file for a spreadsheet. With a byte order mark, because Excel in Korean takes it for CP949 otherwise, and with
 * formulas escaped, because a nickname or a code is somebody's input.
 */
export const spreadsheet = (table: readonly (readonly unknown[])[]): string =>
  stringify(
    table.map((line) => line.map((cell) => harmless(String(cell)))),
    { bom: true, record_delimiter: 'windows' },
  );
