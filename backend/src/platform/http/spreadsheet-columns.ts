import { setImmediate as otherCalls } from 'node:timers/promises';
import { type Language, languages } from '@matgyo/contracts/errors/index';
import { inKorea } from '@matgyo/contracts/kst';
import { spreadsheetCell } from '@matgyo/contracts/spreadsheet-cell';
import { stringify } from 'csv-stringify/sync';

/** `head` and `text`: what a file for people has in place of the name and of the value. */
export interface Column<Row> {
  readonly name: keyof Row & string;
  readonly head: InLanguages;
  readonly text?: (row: Row, language: Language) => string;
}
export type InLanguages = Readonly<Record<Language, string>>;

/** Of the people who read a file; any other value: the file is for programs, under the names of the fields. */
type ReadIn = string | null | undefined;

interface Table<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly language: ReadIn;
}
export type NamedValue = readonly [name: string, head: InLanguages, value: string];
type Lines = readonly (readonly unknown[])[];

/** They take 2 to 4 ms; other calls are served in between. */
const linesAtOnce = 500;

/**
 * Rows as a CSV file, for people in their language or for programs; other lines after an empty one. Has a byte order
 * mark, as Korean Excel would read CP949 without it. Formulas are escaped, because cells may contain user input.
 */
export async function spreadsheetOf<Row extends object>(table: Table<Row>, ...below: readonly Lines[]) {
  const all = [...linesOf(table), ...below.flatMap((lines) => [[], ...lines])];
  let text = '';
  for (let from = 0; from < all.length; from += linesAtOnce) {
    const lines = all.slice(from, from + linesAtOnce);
    text += stringify(
      lines.map((line) => line.map((cell) => spreadsheetCell(String(cell)))),
      { bom: from === 0, record_delimiter: 'windows' },
    );
    await otherCalls();
  }
  return text;
}

/** Below their headings. */
export function linesOf<Row extends object>({ columns, rows, language }: Table<Row>): Lines {
  const read = languageOf(language);
  return [
    columns.map(({ name, head }) => headIn(read, name, head)),
    ...rows.map((row) =>
      columns.map(({ name, text }) =>
        read !== undefined && text !== undefined ? text(row, read) : (row[name] ?? ''),
      ),
    ),
  ];
}

/** Each value beside its name. */
export const namedLines = (values: readonly NamedValue[], language: ReadIn): Lines =>
  values.map(([name, head, value]) => [headIn(languageOf(language), name, head), value]);

const headIn = (read: Language | undefined, name: string, head: InLanguages): string =>
  read === undefined ? name : head[read];

export const languageOf = (language: ReadIn): Language | undefined =>
  languages.find((each) => each === language);

/** `fees-ko.csv` for people, so that it is not mistaken for `fees.csv`, the file for programs. */
export function attachmentOf(name: string, language: ReadIn): string {
  const read = languageOf(language);
  return `attachment; filename="${name}${read === undefined ? '' : `-${read}`}.csv"`;
}

/** `2026-11-29 21:54:09`, in Korea; '' for null. */
export const timeInKorea = (at: string | null): string =>
  at === null ? '' : inKorea(at).slice(0, 19).replace('T', ' ');

/** A time, which people read in Korea's. */
export const timeColumn = <Name extends string>(name: Name, head: InLanguages) => ({
  name,
  head,
  text: (row: { readonly [At in Name]: string | null }) => timeInKorea(row[name]),
});
