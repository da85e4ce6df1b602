import type { Database } from '../../platform/database/tables.ts';

/** The price as its endpoint returns it and as it is pushed. */
export async function readPriceView(db: Database) {
  const row = await db
    .selectFrom('read_prices.prices')
    .select(['price', 'revision', 'set_at'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    data: row?.price ?? null,
    revision: row?.revision ?? null,
    setAt: row?.set_at.toISOString() ?? null,
  };
}
