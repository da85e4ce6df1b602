import { type Language, languages } from '@matgyo/contracts/errors/index';
import { kstOffsetMs } from '@matgyo/contracts/kst';
import { spreadsheet } from './spreadsheet.ts';

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

/** Rows as a CSV file, for people in their language or for programs; other lines after an empty one. */
export const spreadsheetOf = <Row extends object>(table: Table<Row>, ...below: readonly Lines[]) =>
  spreadsheet([...linesOf(table), ...below.flatMap((lines) => [[], ...lines])]);

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

/** `fees-ko.csv` for people, so that nobody takes it for `fees.csv`, the file for programs. */
export function attachmentOf(name: string, language: ReadIn): string {
  const read = languageOf(language);
  return `attachment; filename="${name}${read === undefined ? '' : `-${read}`}.csv"`;
}

/** `2026-11-29 21:54:09`, in Korea; '' for null. */
export const timeInKorea = (at: string | null): string =>
  at === null
    ? ''
    : new Date(Date.parse(at) + kstOffsetMs)
        .toISOString()
        .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
        .replace('T', ' ');
