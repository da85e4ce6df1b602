import type { ColumnType, Insertable } from 'kysely';

/** A timestamp: written as ISO 8601, read as a Date with pg's default parsers. */
export type Timestamp = ColumnType<Date, string, string>;

/** A row as it is written and folded: timestamps, money and ids are text. */
export type StoredRow<Table> = Insertable<Table>;

interface Column {
  /** Type and collation in the table. */
  readonly definition: string;
  /** Element type of the array parameter that looks rows up. */
  readonly parameter: string;
  readonly nullable: boolean;
}

const column = (parameter: string, definition = parameter): Column => ({
  definition,
  parameter,
  nullable: false,
});

/** Kinds of columns. Text sorts bytewise, so that cursors mean the same under every locale. */
export const columnKinds = {
  text: column('text', 'text collate "C"'),
  uuid: column('uuid'),
  usdt: column('numeric', 'numeric(20,4)'),
  /** Won, prices and rates keep the decimals of the event. */
  decimal: column('numeric'),
  timestamp: column('timestamptz'),
  boolean: column('boolean'),
  integer: column('integer'),
  revision: column('integer'),
} as const;

export const nullable = (kind: Column): Column => ({ ...kind, nullable: true });

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

/** The same, tied to the type of its rows: a missing or misspelt column does not compile. */
export interface TableShape<Table> extends StoredTable {
  readonly columns: { readonly [Name in keyof Table & string]: Column };
  readonly key: readonly (keyof Table & string)[];
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** The statements that create the table and its indexes in `schema`. */
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
