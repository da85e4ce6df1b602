import { expect, test } from 'vitest';
import { createProjectionsSchema } from './builds.ts';
import { changesNow, readChanges, trimChanges } from './changes.ts';
import type { Querying } from './stored-rows.ts';
import { database, history, project, setUpReadModels } from './testing/read-models.fixture.ts';

setUpReadModels();

test('returns the keys of orders, trades, members and the price that changed since the last read', async () => {
  history.price('1400');
  const seller = history.member();
  await project();
  const before = await changesNow(database.pool);
  const sell = history.openOrder('sell', seller, '14000');
  const trade = history.match(sell, history.openOrder('buy', history.member(), '14000'));
  await project();
  const { changes, cursor, missed } = await readChanges(database.pool, before);
  const changedKeys = new Set(changes.flatMap(({ keys }) => keys));
  expect(changedKeys).not.toContain('price');
  for (const key of [
    `trade:${trade.id}`,
    `order:${sell.id}`,
    `order:${trade.buy.id}`,
    `member:${seller}`,
    `member:${trade.buy.memberId}`,
    `trail:${sell.id}`,
    `trail:${trade.buy.id}`,
  ])
    expect(changedKeys).toContain(key);
  expect(missed).toBe(false);
  expect((await readChanges(database.pool, cursor)).changes).toEqual([]);
});

test('returns every change once to a reader with a small limit', async () => {
  for (let price = 1; price <= 7; price++) {
    history.price(`${price}`);
    await project();
  }
  let cursor = {};
  let read = 0;
  let rounds = 0;
  for (let full = true; full; rounds++) {
    const page = await readChanges(database.pool, cursor, 2);
    read += page.changes.length;
    ({ cursor, full } = page);
  }
  expect({ read, rounds }).toEqual({ read: 7, rounds: 4 });
});

test('trims old changes, and reports this only to a reader that missed some', async () => {
  history.price('1400');
  history.member();
  await project();
  const early = await changesNow(database.pool);
  history.price('1401');
  await project();
  await database.rows(
    `update projections.changes set at = now() - interval '2 hours' where projection = 'prices'`,
  );
  await trimChanges(database.pool);
  expect((await database.rows('select projection from projections.changes')).length).toBeGreaterThan(0);
  expect(await database.rows(`select * from projections.changes where projection = 'prices'`)).toEqual([]);
  expect((await readChanges(database.pool, early)).missed).toBe(true);
  expect((await readChanges(database.pool, await changesNow(database.pool))).missed).toBe(false);
});

/** Buffer cache pages that a statement touches. */
async function buffersOf(work: (pool: Querying) => Promise<unknown>): Promise<number> {
  let buffers = 0;
  await work({
    query: async ({ name: _name, text, ...query }) => {
      const plan = await database.pool.query({
        ...query,
        text: `explain (analyze, buffers, format json) ${text}`,
      });
      buffers += plan.rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
      return database.pool.query({ ...query, text });
    },
  });
  return buffers;
}

test.each([false, true])(
  'reading costs the same however much other writers changed (statistics known: %s)',
  async (known) => {
    await database.rows(
      `insert into projections.changes (projection, keys)
     select 'orders', array['order:' || n] from generate_series(1, 20000) n`,
    );
    if (known) await database.rows('analyze projections.changes');
    const cursor = await changesNow(database.pool);
    history.price('1400');
    await project();
    const few = 100;
    expect(await buffersOf((pool) => readChanges(pool, cursor))).toBeLessThan(few);
    expect(await buffersOf(changesNow)).toBeLessThan(few);
    expect((await readChanges(database.pool, cursor)).changes).toHaveLength(1);
  },
);

test("still reads changes stored under an earlier version's key after the key is replaced", async () => {
  history.price('1400');
  await project();
  await database.rows(
    `alter table projections.changes drop constraint changes_pkey, add primary key (seq);
     create index changes_of_projection on projections.changes (projection, seq)`,
  );
  const client = await database.pool.connect();
  for (let start = 0; start < 2; start++) await createProjectionsSchema(client);
  client.release();
  expect(await database.rows(`select indexname from pg_indexes where tablename = 'changes'`)).toEqual([
    { indexname: 'changes_pkey' },
  ]);
  expect((await readChanges(database.pool, {})).changes).toHaveLength(1);
});
