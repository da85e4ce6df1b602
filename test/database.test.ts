import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from './database.ts';

const mine = await createTestDatabase();
const other = await createTestDatabase();

afterAll(() => mine.drop());

test('creates an empty test database that is separate from others', async () => {
  await query(mine.connection, 'CREATE TABLE note (text text)');
  const tables = "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'";
  expect(await query(mine.connection, tables)).toEqual([{ count: 1 }]);
  expect(await query(other.connection, tables)).toEqual([{ count: 0 }]);
});

test('ends forgotten connections when a test database is dropped', async () => {
  const forgotten = new pg.Client({ ...other.connection });
  const ended = new Promise((resolve) => forgotten.on('error', resolve));
  await forgotten.connect();
  await other.drop();
  expect(await ended).toBeInstanceOf(Error);
  const named = `SELECT 1 FROM pg_database WHERE datname = '${other.connection.database}'`;
  expect(await query(inject('postgres'), named)).toEqual([]);
});

async function query(connection: object, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
