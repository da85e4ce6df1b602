import { afterEach, describe, expect, test, vi } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { windowsInMemory, windowsInPostgres } from './attempt-windows.ts';

const { pool } = await sharedTestServer();
const seconds = 900;
afterEach(() => vi.restoreAllMocks());

describe.each([
  ['in Postgres', () => windowsInPostgres(pool, crypto.randomUUID(), seconds)],
  ['in memory', () => windowsInMemory(seconds)],
])('a window %s', (_where, open) => {
  test('counts the attempts of a key, also concurrent ones, until its end', async () => {
    const windows = open();
    const counted = await Promise.all(Array.from({ length: 8 }, () => windows.add('one')));
    expect(counted.map(({ attempts }) => attempts).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await windows.add('another')).toMatchObject({ attempts: 1 });
    const { msLeft } = (await windows.read('one')) ?? {};
    expect(msLeft).toBeGreaterThan(seconds * 1000 - 30_000);
    expect(msLeft).toBeLessThanOrEqual(seconds * 1000);
  });

  test('that is over is not subtracted from: that would allow a further attempt', async () => {
    const windows = open();
    await windows.subtract('late');
    expect(await windows.read('late')).toBeUndefined();
    expect(await windows.add('late')).toMatchObject({ attempts: 1 });
    await windows.subtract('late');
    await windows.subtract('late');
    expect(await windows.add('late')).toMatchObject({ attempts: 1 });
  });

  test.each([-86_400_000, 86_400_000])(
    'goes on whatever the clock of a process says (%i ms)',
    async (off) => {
      const windows = open();
      await windows.add('a');
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + off);
      expect(await windows.add('a')).toMatchObject({ attempts: 2 });
      vi.restoreAllMocks();
      expect(await windows.add('a')).toMatchObject({ attempts: 3 });
    },
  );
});

test('a window in memory ends after its seconds', async () => {
  let now = 0;
  const windows = windowsInMemory(seconds, () => now);
  await windows.add('a');
  now += seconds * 1000 - 1;
  expect(await windows.add('a')).toEqual({ attempts: 2, msLeft: 1 });
  now += 1;
  expect(await windows.read('a')).toBeUndefined();
  expect(await windows.add('a')).toEqual({ attempts: 1, msLeft: seconds * 1000 });
});

test.each([
  ['ended', -1],
  ['was counted before the database’s clock was set back', 2 * seconds + 60],
])('a window in Postgres is free once it %s', async (_when, endsInSeconds) => {
  const name = crypto.randomUUID();
  const windows = windowsInPostgres(pool, name, seconds);
  await windows.add('a');
  await pool.query(
    `update app.rate_limits set expire = (extract(epoch from now()) + $2) * 1000 where key = $1`,
    [`${name}:a`, endsInSeconds],
  );
  expect(await windows.read('a')).toBeUndefined();
  expect(await windows.add('a')).toMatchObject({ attempts: 1, msLeft: seconds * 1000 });
});
