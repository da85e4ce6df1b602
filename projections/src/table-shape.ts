import type { Usdt } from '@matgyo/contracts/money';
import type { ColumnType, Insertable } from 'kysely';

/** A timestamp: written as ISO 8601, read as a Date with pg's default parsers. */
export type Timestamp = ColumnType<Date, string, string>;

/** A row as it is written and folded: timestamps, money and ids are text. */
export type StoredRow<Table> = Insertable<Table>;

interface Column<Value = unknown> {
  /** Type and collation in the table. */
  readonly definition: string;
  /** Element type of the array parameter that looks rows up. */
  readonly parameter: string;
  readonly nullable: boolean;
  /** Never set: the type of the field in a row. */
  readonly value?: Value;
}

const column =
  <Kind>(parameter: string, definition = parameter) =>
  <Value extends Kind = Kind>(): Column<Value> => ({ definition, parameter, nullable: false });

/** Kinds of columns. Text sorts bytewise, so that cursors mean the same under every locale. */
export const columnKinds = {
  text: column<string>('text', 'text collate "C"'),
  uuid: column<string>('uuid'),
  usdt: column<Usdt>('numeric', 'numeric(20,4)'),
  /** Won, prices and rates keep the decimals of the event. */
  decimal: column<string>('numeric'),
  timestamp: column<Timestamp>('timestamptz'),
  boolean: column<boolean>('boolean'),
  integer: column<number>('integer'),
  revision: column<number>('integer'),
} as const;

export const nullable = <Value>(kind: Column<Value>): Column<Value | null> =>
  ({ ...kind, nullable: true }) as Column<Value | null>;

/** One table of a read model: what its migration creates and how rows are written to it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly key: readonly string[];
  /** Each is the text after `create index on <table>`. */
  readonly indexes: readonly string[];
  /** Text columns searched by substring. Without pg_trgm the search still works, slowly. */
  readonly searched?: readonly string[];
}

/** The same with the type of its rows. */
export interface TableShape<Table> extends StoredTable {
  readonly columns: { readonly [Name in keyof Table & string]: Column<Table[Name]> };
  readonly key: readonly (keyof Table & string)[];
}
export type RowOf<Shape> = Shape extends TableShape<infer Table> ? Table : never;

type FieldsOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** A table whose rows have the types of its columns. */
export const tableShape = <Columns extends Readonly<Record<string, Column>>>(
  shape: StoredTable & { readonly columns: Columns; readonly key: readonly (keyof Columns & string)[] },
) => shape as unknown as TableShape<FieldsOf<Columns>>;

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

export function createTableStatements(schema: string, shape: StoredTable): readonly string[] {
  const table = `${quoted(schema)}.${quoted(shape.name)}`;
  const columns = Object.entries(shape.columns).map(
    ([name, { definition, nullable }]) => `${name} ${definition}${nullable ? '' : ' not null'}`,
  );
  return [
    `create table ${table} (${columns.join(', ')}, primary key (${shape.key.join(', ')}))`,
    ...shape.indexes.map((index) => `create index on ${table} ${index}`),
    ...(shape.searched ?? []).map((column) => searchIndexStatement(table, column)),
  ];
}

/**
 * A trigram index, if this Postgres has the extension and permits its use: the embedded one does and most others, but
 * not all.
 */
const searchIndexStatement = (table: string, column: string): string => `
  do $$ begin
    create extension if not exists pg_trgm;
    create index on ${table} using gin (${column} gin_trgm_ops);
  exception
    when feature_not_supported or undefined_file or insufficient_privilege or undefined_object then
      raise notice 'no search index on ${table}: %', sqlerrm;
  end $$`;
