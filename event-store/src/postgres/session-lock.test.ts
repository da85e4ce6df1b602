import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { isLocked, tryLock, underFreeLock, underLock } from './session-lock.ts';

describe('a session lock', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ ...database.connection, max: 4 });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const refused = { work: async () => 'ran', otherwise: () => 'refused' };
  /** As others see it: the session that has a lock can take it again. */
  const isHeld = async (key: string): Promise<boolean> =>
    (await pool.query(`select ${isLocked(`'${key}'`)} as held`)).rows[0].held;

  test('admits one holder, is visible to others, and is free at once afterwards', async () => {
    await underLock(pool, 'one', async () => {
      expect(await underFreeLock(pool, 'one', refused)).toBe('refused');
      const { rows } = await pool.query(
        `select ${isLocked(`'one'`)} as one, ${isLocked(`'other'`)} as other`,
      );
      expect(rows).toEqual([{ one: true, other: false }]);
    });
    expect(await isHeld('one')).toBe(false);
    expect(await underFreeLock(pool, 'one', refused)).toBe('ran');
    expect(await isHeld('one')).toBe(false);
  });

  test('is soon lost with a machine that died: the server asks it for an answer', async () => {
    const settings = await underLock(pool, 'asked', async (session) => {
      const set = "select name from pg_settings where name like 'tcp_%' and source = 'session'";
      return (await session.query(set)).rows.map(({ name }) => name);
    });
    expect(settings.sort()).toEqual([
      'tcp_keepalives_count',
      'tcp_keepalives_idle',
      'tcp_keepalives_interval',
      'tcp_user_timeout',
    ]);
  });

  test('is free at once after work that failed', async () => {
    const work = () => Promise.reject(new Error('failed'));
    await expect(underFreeLock(pool, 'two', { work, otherwise: () => {} })).rejects.toThrow('failed');
    expect(await isHeld('two')).toBe(false);
  });

  test('is given up by a waiting caller whose work failed', async () => {
    await expect(underLock(pool, 'three', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    expect(await underLock(pool, 'three', (session) => tryLock(session, 'three'))).toBe(true);
  });

  test('is lost with its session: the work is aborted, and the session does not return to the pool', async () => {
    const work = async (lost: AbortSignal) => {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = $1`,
        [4711],
      );
      if (!lost.aborted) await once(lost, 'abort');
      return 'lost';
    };
    expect(await underFreeLock(pool, 4711, { work, otherwise: () => 'refused' })).toBe('lost');
    // The server releases the lock once it has ended the session.
    await expect.poll(() => underFreeLock(pool, 4711, refused)).toBe('ran');
  });
});
