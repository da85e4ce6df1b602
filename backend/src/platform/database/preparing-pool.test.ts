import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createDatabase } from './database.ts';
import type { Database } from './tables.ts';

const database = await createTestDatabase();
const pool = new pg.Pool({ ...database.connection, max: 1 });
const db = createDatabase(pool);
await pool.query('create table public.fruits (name text primary key, weight integer not null)');
await pool.query(`insert into public.fruits values ('apple', 3), ('pear', 5)`);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const repeatedly = async <T>(times: number, read: () => Promise<T>): Promise<T | undefined> => {
  let last: T | undefined;
  for (let time = 0; time < times; time += 1) last = await read();
  return last;
};

const preparedTexts = async (part: string) => {
  const { rows } = await pool.query(
    'select statement from pg_prepared_statements where position($1 in statement) > 0',
    [part],
  );
  return rows.map(({ statement }) => statement);
};

const weights = (fruit: string) =>
  sql<{ weight: number }>`select weight from public.fruits where name = ${fruit}`.execute(db);

test('a statement is prepared from its eleventh use on, with whatever values', async () => {
  await repeatedly(10, () => weights('apple'));
  expect(await preparedTexts('select weight')).toEqual([]);
  const found = await Promise.all([weights('apple'), weights('pear'), weights('none')]);
  expect(found.map(({ rows }) => rows)).toEqual([[{ weight: 3 }], [{ weight: 5 }], []]);
  expect(await preparedTexts('select weight')).toEqual(['select weight from public.fruits where name = $1']);
});

test('begin and commit are not prepared', async () => {
  await repeatedly(12, () => db.transaction().execute(() => Promise.resolve()));
  expect(await preparedTexts('begin')).toEqual([]);
});

test('nothing is prepared in a transaction', async () => {
  const count = sql`select count(*)::int as fruits from public.fruits`;
  await db.transaction().execute((inside) => repeatedly(12, () => count.execute(inside)));
  expect(await preparedTexts('as fruits')).toEqual([]);
});

test('a prepared statement that selects all columns is answered after its table has got another one', async () => {
  const all = (on: Database, name: string) =>
    sql`select * from public.fruits where name = ${name}`.execute(on);
  await repeatedly(12, () => all(db, 'apple'));
  expect(await preparedTexts('select *')).toHaveLength(1);
  await pool.query('alter table public.fruits add column color text');
  const inside = await db.transaction().execute((transaction) => all(transaction, 'apple'));
  expect(inside.rows).toEqual([{ name: 'apple', weight: 3, color: null }]);
  for (let time = 0; time < 2; time += 1)
    expect((await all(db, 'pear')).rows).toEqual([{ name: 'pear', weight: 5, color: null }]);
});

test('lists of many lengths leave room for others', async () => {
  const named = (names: readonly string[]) =>
    sql`select name from public.fruits where name in (${sql.join(names)})`.execute(db);
  for (let length = 1; length <= 30; length += 1)
    await repeatedly(12, () => named(Array.from({ length }, String)));
  expect(await preparedTexts('name in (')).toHaveLength(4);
});

test('a value that cannot be sent fails its own call only', async () => {
  const heavier = (than: unknown) => sql`select name from public.fruits where weight > ${than}`.execute(db);
  await repeatedly(12, () => heavier(4));
  await expect(heavier({ than: 1n })).rejects.toThrow('BigInt');
  expect((await heavier(4)).rows).toEqual([{ name: 'pear' }]);
});

test('errors are those of the statement', async () => {
  const add = () => sql`insert into public.fruits (name, weight) values (${'apple'}, ${1})`.execute(db);
  await repeatedly(12, () =>
    expect(add()).rejects.toMatchObject({ code: '23505', constraint: 'fruits_pkey' }),
  );
});
