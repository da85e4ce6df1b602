import type { z } from 'zod';
import { refuseHarmfulShape } from './input-shape.ts';
import { failure } from './request-failure.ts';

/**
 * A list goes on after the row whose sort key the cursor holds, so that what is added or removed meanwhile neither
 * repeats nor skips a row. Opaque to clients; what comes back is checked like any input.
 */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws RequestFailure BAD_REQUEST for anything that is no cursor of this list. */
export function decodeCursor<S extends z.ZodType>(
  schema: S,
  cursor: string | undefined,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  const key = parsedOrNothing(cursor);
  refuseHarmfulShape(key);
  const result = schema.safeParse(key);
  if (!result.success) throw failure('BAD_REQUEST', { fields: { cursor: 'not a cursor of this list' } });
  return result.data;
}

function parsedOrNothing(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'), sortable);
  } catch {
    return undefined;
  }
}

const largestInteger = 2 ** 31 - 1;

/** What Postgres cannot compare a row with is no key of one: a number beyond its integers, a time in the year 0. */
function sortable(_: string, value: unknown): unknown {
  const beyond =
    typeof value === 'number'
      ? Math.abs(value) > largestInteger
      : typeof value === 'string' && value.startsWith('0000-');
  if (beyond) throw new RangeError('not a key to sort by');
  return value;
}

/** Of one row more than the page holds, the page, and where the next one begins. */
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
