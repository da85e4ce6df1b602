import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { refuseHarmfulShape } from './input-shape.ts';
import { failure } from './request-failure.ts';

/**
 * A page cursor contains the sort key of the page's last row, not a row number. So rows that are added or removed
 * between two requests neither repeat nor hide other rows. Clients must not interpret it, and it is validated like any
 * input.
 */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** The sort key of lists that are sorted by a time and an id. */
export const timeAndId = z.tuple([z.iso.datetime(), z.string()]);

/** @throws RequestFailure BAD_REQUEST when it is not a cursor of this list. */
export function decodeCursor<S extends z.ZodType>(
  schema: S,
  cursor: string | undefined,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  const key = parseCursor(cursor);
  refuseHarmfulShape(key);
  const result = schema.safeParse(key);
  if (!result.success) throw failure('BAD_REQUEST', { fields: { cursor: 'not a cursor of this list' } });
  return result.data;
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'), sortableValue);
  } catch {
    return undefined;
  }
}

const integerMax = 2 ** 31 - 1;

/** Refuses values that PostgreSQL cannot compare with a column: too large integers, and times in the year 0. */
function sortableValue(_: string, value: unknown): unknown {
  const beyond =
    typeof value === 'number'
      ? Math.abs(value) > integerMax
      : typeof value === 'string' && value.startsWith('0000-');
  if (beyond) throw new RangeError('not a key to sort by');
  return value;
}

/** Makes a page of the first `limit` rows. If the query found one row more, the page has a cursor for the next one. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => unknown,
): { readonly page: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null;
  return { page, nextCursor };
}

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value) as number;

/** The rows of several queries in one order, each once: a sort key ends with the row's id. */
export function merged<Row>(rows: readonly Row[], { keyOf, order = 'desc' }: Sorting<Row>): readonly Row[] {
  const once = new Map(rows.map((row) => [keyOf(row).at(-1), { row, key: keyOf(row).map(comparable) }]));
  const sorted = [...once.values()].sort(({ key: one }, { key: other }) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    const isFirst = (one[at] as number) < (other[at] as number);
    return isFirst === ((typeof order === 'string' ? order : order[at]) === 'asc') ? -1 : 1;
  });
  return sorted.map(({ row }) => row);
}

/** The types of sort columns: how a cursor contains their values, and how SQL reads them from it. */
const types = {
  number: { schema: z.int(), cast: sql`` },
  boolean: { schema: z.boolean(), cast: sql`::boolean` },
  usdt: { schema: z.string().regex(/^\d{1,16}\.\d{4}$/), cast: sql`::numeric` },
  time: { schema: z.iso.datetime(), cast: sql`::timestamptz` },
  text: { schema: z.string(), cast: sql`` },
} as const;

type Direction = 'asc' | 'desc';

export interface SortOrder {
  /** Column names as in the query, or SQL expressions. */
  readonly columns: readonly (string | RawBuilder<unknown>)[];
  /** The types of the columns. Default: a time and an id. */
  readonly types?: readonly (keyof typeof types)[];
  /** The direction of all columns, or one for each. Default: descending, so that the newest is first. */
  readonly order?: Direction | readonly Direction[];
}

export interface Sorting<Row> extends SortOrder {
  /** The values of the columns in a row. */
  readonly keyOf: (row: Row) => readonly unknown[];
}

interface SortColumn {
  readonly column: RawBuilder<unknown>;
  readonly type: (typeof types)[keyof typeof types];
  readonly direction: Direction;
}

const columnsOf = ({ columns, types: names = ['time', 'text'], order = 'desc' }: SortOrder) =>
  columns.map(
    (column, index): SortColumn => ({
      column: typeof column === 'string' ? sql.ref(column) : column,
      type: types[names[index] ?? 'text'],
      direction: typeof order === 'string' ? order : (order[index] ?? 'asc'),
    }),
  );

export const orderOf = (sorting: SortOrder): RawBuilder<unknown> =>
  sql.join(columnsOf(sorting).map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`));

/**
 * The SQL condition that selects the rows after a cursor. Without a cursor it selects all rows.
 *
 * @throws RequestFailure BAD_REQUEST when it is not a cursor of this list.
 */
export function beyond(sorting: SortOrder, cursor: string | undefined): RawBuilder<boolean> {
  const schemas = columnsOf(sorting).map(({ type }) => type.schema);
  return beyondKey(sorting, decodeCursor(z.tuple(schemas as unknown as [z.ZodType]), cursor));
}

/** The same condition for a decoded cursor. */
export const beyondKey = (sorting: SortOrder, key: readonly unknown[] | undefined): RawBuilder<boolean> =>
  key === undefined ? sql`true` : further(columnsOf(sorting), key);

/** If all columns have one direction it is one row comparison, for which PostgreSQL can use an index. */
function further(columns: readonly SortColumn[], key: readonly unknown[]): RawBuilder<boolean> {
  const direction = columns[0]?.direction;
  const turn = columns.findIndex((column) => column.direction !== direction);
  const alike = turn < 0 ? columns : columns.slice(0, turn);
  const names = sql`(${sql.join(alike.map(({ column }) => column))})`;
  const values = sql`(${sql.join(alike.map(({ type }, index) => sql`${key[index]}${type.cast}`))})`;
  const beyondAlike = sql<boolean>`${names} ${sql.raw(direction === 'desc' ? '<' : '>')} ${values}`;
  if (turn < 0) return beyondAlike;
  const rest = further(columns.slice(turn), key.slice(turn));
  return sql`(${beyondAlike} or (${names} = ${values} and ${rest}))`;
}

export async function pageBy<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  sorting: Sorting<Row>,
): Promise<ReturnType<typeof cutPage<Row>>> {
  const further = rows.where(beyond(sorting, cursor)).orderBy(orderOf(sorting));
  return cutPage(await further.limit(limit + 1).execute(), limit, sorting.keyOf);
}
