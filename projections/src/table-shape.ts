import type { Usdt } from '@matgyo/contracts/money';
import type { ColumnType, Insertable } from 'kysely';

/** A timestamp column. It is written as an ISO 8601 string. `pg` reads it as a Date unless `storedRowTypes` is used. */
export type Timestamp = ColumnType<Date, string, string>;

/** A row as a read model folds and writes it: timestamps, amounts of money and ids are strings. */
export type StoredRow<Table> = Insertable<Table>;

interface Column<Value = unknown> {
  /** Type and collation in the table. */
  readonly definition: string;
  /** The SQL type of the column's values in the array parameter that looks rows up by key. */
  readonly parameter: string;
  readonly nullable: boolean;
  /** Never set at run time. It carries the TypeScript type of the field. */
  readonly value?: Value;
}

const column =
  <Kind>(parameter: string, definition = parameter) =>
  <Value extends Kind = Kind>(): Column<Value> => ({ definition, parameter, nullable: false });

/**
 * The kinds of columns. Text is compared byte by byte (collation "C"), so that a page cursor has the same meaning
 * whatever the database's locale is.
 */
export const columnKinds = {
  text: column<string>('text', 'text collate "C"'),
  uuid: column<string>('uuid'),
  usdt: column<Usdt>('numeric', 'numeric(20,4)'),
  /** Won, prices and rates. They keep as many decimals as the event has. */
  decimal: column<string>('numeric'),
  timestamp: column<Timestamp>('timestamptz'),
  boolean: column<boolean>('boolean'),
  integer: column<number>('integer'),
  revision: column<number>('integer'),
} as const;

export const nullable = <Value>(kind: Column<Value>): Column<Value | null> =>
  ({ ...kind, nullable: true }) as Column<Value | null>;

/** The definition of a read model's table, from which its SQL is made. */
export interface StoredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly key: readonly string[];
  /** Each is the text after `create index on <table>`. */
  readonly indexes?: readonly string[];
  /** Text columns searched by substring. Without pg_trgm the search still works, slowly. */
  readonly searched?: readonly string[];
}

/** A `StoredTable` that also carries the TypeScript type of its rows. */
export interface TableShape<Table> extends StoredTable {
  readonly columns: { readonly [Name in keyof Table & string]: Column<Table[Name]> };
  readonly key: readonly (keyof Table & string)[];
}
export type RowOf<Shape> = Shape extends TableShape<infer Table> ? Table : never;

type FieldsOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** Defines a table. The type of its rows follows from its columns. */
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
    ...(shape.indexes ?? []).map((index) => `create index on ${table} ${index}`),
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
