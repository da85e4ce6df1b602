import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { refuseHarmfulShape } from './input-shape.ts';
import { failure } from './request-failure.ts';

/**
 * A cursor holds the sort key of a page's last row, so rows added or removed later neither repeat nor hide others.
 * Opaque to clients and validated like any input.
 */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** The key of rows that are numbered from 1. */
export const rowNumber = z.tuple([z.int().positive()]);

/** The key of rows that are sorted by a time and an id. */
export const timeAndId = z.tuple([z.iso.datetime(), z.string()]);
export type TimeAndId = z.output<typeof timeAndId>;

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

/** Refuses values that Postgres cannot compare with a row: numbers beyond its integers and times in the year 0. */
function sortableValue(_: string, value: unknown): unknown {
  const beyond =
    typeof value === 'number'
      ? Math.abs(value) > integerMax
      : typeof value === 'string' && value.startsWith('0000-');
  if (beyond) throw new RangeError('not a key to sort by');
  return value;
}

/** Splits `limit` + 1 rows into the page and the cursor of the next one. */
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

/** How a list is sorted: by a time and an id, newest first unless stated. */
interface ByTime {
  /** As in the query; for the id also an expression. */
  readonly columns: readonly [at: string, id: string | RawBuilder<string>];
  readonly order?: 'asc' | 'desc';
}

/** At most `limit` + 1 rows in order, those after a key. */
export function rowsByTime<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { limit, after }: { readonly limit: number; readonly after: TimeAndId | undefined },
  { columns, order = 'desc' }: ByTime,
): Promise<Row[]> {
  const at = sql.ref(columns[0]);
  const id = typeof columns[1] === 'string' ? sql.ref(columns[1]) : columns[1];
  let wanted = rows
    .orderBy(at, order)
    .orderBy(id, order)
    .limit(limit + 1);
  if (after !== undefined) {
    const further = sql.raw(order === 'desc' ? '<' : '>');
    wanted = wanted.where(sql<SqlBool>`(${at}, ${id}) ${further} (${after[0]}::timestamptz, ${after[1]})`);
  }
  return wanted.execute();
}

/** A page of rows that are sorted by a time and an id. */
export async function pageByTime<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  { keyOf, ...sorted }: ByTime & { readonly keyOf: (row: Row) => readonly [at: Date, id: string] },
): Promise<ReturnType<typeof cutPage<Row>>> {
  const after = decodeCursor(timeAndId, cursor);
  return cutPage(await rowsByTime(rows, { limit, after }, sorted), limit, (row) => {
    const [time, tie] = keyOf(row);
    return [time.toISOString(), tie];
  });
}
