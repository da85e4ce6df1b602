import { prepared } from '@matgyo/event-store/postgres/prepared';
import pg from 'pg';
import { quoted, type StoredTable } from './table-shape.ts';
import type { TableChanges } from './working-rows.ts';

/** Runs a statement: a pool, or a client when several statements belong to one transaction. */
export interface Querying {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

const toDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Rows are read in the form in which they are folded and written: timestamps in ISO 8601, money as text. */
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

/** The rows of `keys` (the first column of the table's key). */
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
  const insert = (rows: readonly unknown[]) => {
    const arrays = Object.entries(shape.columns).map(([name, { parameter }]) => {
      const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[name]);
      return `${parts.parameter(values)}::${parameter}[]`;
    });
    return `insert into ${table} (${columns.join(', ')}) select * from unnest(${arrays.join(', ')}) where ${condition}`;
  };
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

export const tableName = (schema: string, { name }: StoredTable): string =>
  `${quoted(schema)}.${quoted(name)}`;
