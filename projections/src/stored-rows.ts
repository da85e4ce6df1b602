import { prepared } from '@matgyo/event-store/postgres/prepared';
import pg from 'pg';
import { quoted, type StoredTable } from './table-shape.ts';
import type { TableChanges } from './working-rows.ts';

/** What runs an SQL statement: a pool, or a client if several statements belong to one transaction. */
export interface Querying {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

export async function hasTables(client: Querying, ...names: readonly string[]): Promise<boolean> {
  const { rows } = await client.query({
    text: 'select bool_and(to_regclass(name) is not null) as there from unnest($1::text[]) as name',
    values: [names],
  });
  return rows[0].there;
}

const toDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Parsers for `pg` that give rows in the form in which read models fold and write them: timestamps as ISO 8601 strings,
 * amounts of money as strings.
 */
export const storedRowTypes = {
  getTypeParser: (type: number) => {
    switch (type) {
      case pg.types.builtins.BOOL:
        return (text: string) => text === 't';
      case pg.types.builtins.INT4:
        return Number;
      case pg.types.builtins.TIMESTAMPTZ:
        return (text: string) => toDate(text).toISOString();
      default:
        return (text: string) => text;
    }
  },
} as pg.CustomTypesConfig;

/** The rows whose first key column has one of these values. */
export async function loadRows(
  client: Querying,
  schema: string,
  shape: StoredTable,
  keys: readonly string[],
): Promise<readonly unknown[]> {
  const key = shape.key[0] ?? '';
  const columns = Object.keys(shape.columns).join(', ');
  const query = prepared({
    text: `select ${columns} from ${tableName(schema, shape)} where ${key} = any ($1::${shape.columns[key]?.parameter}[])`,
    values: [keys],
    types: storedRowTypes,
  });
  return (await client.query(query)).rows;
}

/** Collects the parameters of one statement that writes many rows to several tables. */
export class StatementParts {
  readonly ctes: string[] = [];
  readonly values: unknown[] = [];

  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * Adds the write of one table's changes, each row only if `condition` holds: one part for rows that may exist, one for
 * new rows.
 */
export function addRowWrites(
  parts: StatementParts,
  schema: string,
  condition: string,
  { shape, changed, appended }: TableChanges,
): void {
  const columns = Object.keys(shape.columns);
  const table = tableName(schema, shape);
  const insert = (rows: readonly unknown[]) =>
    `insert into ${table} (${columns.join(', ')})
      select r.* from unnest(${parts.parameter(rowsLiteral(columns, rows))}::text::${table}[]) r where ${condition}`;
  if (changed.length > 0) {
    const assignments = columns
      .filter((name) => !shape.key.includes(name))
      .map((name) => `${name} = excluded.${name}`);
    parts.ctes.push(
      `${insert(changed)} on conflict (${shape.key.join(', ')}) do update set ${assignments.join(', ')}`,
    );
  }
  if (appended.length > 0) parts.ctes.push(insert(appended));
}

/**
 * The rows as a literal of an array of the table's row type, so columns come in the order in which the table was
 * created from its shape. One parameter per table: an array per column costs Postgres a scan of its own each.
 */
const rowsLiteral = (columns: readonly string[], rows: readonly unknown[]): string =>
  `{${rows.map((row) => `"${escaped(rowLiteral(columns, row as Readonly<Record<string, unknown>>))}"`).join(',')}}`;

const rowLiteral = (columns: readonly string[], row: Readonly<Record<string, unknown>>): string =>
  `(${columns.map((name) => fieldLiteral(row[name])).join(',')})`;

/** Empty means null. */
function fieldLiteral(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return /^[\w.:-]+$/.test(text) ? text : `"${escaped(text)}"`;
}

const escaped = (text: string): string => (/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text);

export const tableName = (schema: string, { name }: StoredTable): string =>
  `${quoted(schema)}.${quoted(name)}`;
