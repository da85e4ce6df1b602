import { type RawBuilder, sql } from 'kysely';
import type { Database } from './tables.ts';

const sweptAtOnce = 10_000;

/** Deletes a batch of the rows that meet the condition of their table in `app`. Whether there may be more. */
export async function sweepRows(
  db: Database,
  swept: Readonly<Record<string, RawBuilder<unknown>>>,
  limit = sweptAtOnce,
): Promise<boolean> {
  let hasMore = false;
  for (const [name, isOld] of Object.entries(swept)) {
    const table = sql.id('app', name);
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${isOld} limit ${limit}))`.execute(db);
    hasMore ||= numAffectedRows >= limit;
  }
  return hasMore;
}
