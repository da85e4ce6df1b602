import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { PooledClient } from './pooled-client.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function withPool<T>(options: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ max: 1, ...database.connection, ...options });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

test('a statement is sent in each form that pg knows', () =>
  withPool({ Client: PooledClient }, async (pool) => {
    const client = await pool.connect();
    const called = (...request: readonly unknown[]) =>
      new Promise((resolve, reject) => {
        client.query(...(request as [string]), (error: Error | null, result: unknown) =>
          error ? reject(error) : resolve(result),
        );
      });
    const two = { rows: [{ two: 2 }] };
    expect(await client.query('select 2 as two')).toMatchObject(two);
    expect(await client.query('select $1::int as two', [2])).toMatchObject(two);
    expect(await client.query({ name: 'named', text: 'select $1::int as two', values: [2] })).toMatchObject(
      two,
    );
    expect(await called('select 2 as two')).toMatchObject(two);
    expect(await called('select $1::int as two', [2])).toMatchObject(two);
    await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(called('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    client.release();
    expect((await pool.query('select $1::int as two', [2])).rows).toEqual(two.rows);
  }));

test('a statement beyond the time limit is given up, with its connection', () =>
  withPool({ Client: PooledClient, query_timeout: 200 }, async (pool) => {
    const client = await pool.connect();
    const sent = ['select pg_sleep(60)', 'select 1'].map((text) => client.query(text));
    const late = { status: 'rejected', reason: expect.objectContaining({ message: 'Query read timeout' }) };
    expect(await Promise.allSettled(sent)).toEqual([late, late]);
    client.release();
    expect(pool.totalCount).toBe(0);
  }));
