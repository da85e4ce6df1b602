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
  /** After an empty line, each value beside its name. */
  readonly below?: readonly NamedValue[];
}
export type NamedValue = readonly [name: string, head: InLanguages, value: string];

/** Rows as a CSV file, for people in their language or for programs. */
export function spreadsheetOf<Row extends object>(table: Table<Row>): Promise<string> {
  const { columns, rows, language, below } = table;
  const read = languageOf(language);
  const headOf = (name: string, head: InLanguages) => (read === undefined ? name : head[read]);
  return spreadsheet([
    columns.map(({ name, head }) => headOf(name, head)),
    ...rows.map((row) =>
      columns.map(({ name, text }) =>
        read !== undefined && text !== undefined ? text(row, read) : (row[name] ?? ''),
      ),
    ),
    ...(below === undefined ? [] : [[], ...below.map(([name, head, value]) => [headOf(name, head), value])]),
  ]);
}

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
