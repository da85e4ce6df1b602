import type { z } from 'zod';
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
  const result = schema.safeParse(parsedOrNothing(cursor));
  if (!result.success) throw failure('BAD_REQUEST', { fields: { cursor: 'not a cursor of this list' } });
  return result.data;
}

function parsedOrNothing(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
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
