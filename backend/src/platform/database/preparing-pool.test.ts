import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createDatabase } from './database.ts';
import type { Database } from './tables.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ ...database.connection, max: 1 });
  db = createDatabase(pool);
  await pool.query('create table public.fruits (name text primary key, weight integer not null)');
  await pool.query(`insert into public.fruits values ('apple', 3), ('pear', 5)`);
});
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

test('a statement is prepared once it has run ten times, with whatever values', async () => {
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

test('a prepared statement that selects all columns is answered after its table has got another one', async () => {
  const all = (name: string) => sql`select * from public.fruits where name = ${name}`.execute(db);
  await repeatedly(12, () => all('apple'));
  expect(await preparedTexts('select *')).toHaveLength(1);
  await pool.query('alter table public.fruits add column color text');
  const { rows } = await all('pear');
  expect(rows).toEqual([{ name: 'pear', weight: 5, color: null }]);
  // In a transaction the same would end it, so the statement is not prepared any more.
  const read = db
    .transaction()
    .execute((inside) => sql`select * from public.fruits where name = ${'apple'}`.execute(inside));
  expect((await read).rows).toEqual([{ name: 'apple', weight: 3, color: null }]);
});

test('errors are those of the statement', async () => {
  const add = () => sql`insert into public.fruits (name, weight) values (${'apple'}, ${1})`.execute(db);
  await repeatedly(12, () =>
    expect(add()).rejects.toMatchObject({ code: '23505', constraint: 'fruits_pkey' }),
  );
});
