import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../test/server.ts';
import { clockAheadSeconds, unlessClockIsAhead } from './clock.ts';
import { createDatabase } from './database/database.ts';

const { pool } = await sharedTestServer();
const db = createDatabase(pool);
const clockAt = (seconds: number) => () => Date.now() + seconds * 1_000;

test('measures by how many seconds the clock is ahead of the database’s', async () => {
  for (const seconds of [3_600, 0, -3_600]) {
    const ahead = await clockAheadSeconds(db, clockAt(seconds));
    expect(ahead).toBeLessThanOrEqual(seconds + 1);
    expect(ahead).toBeGreaterThan(seconds - 10);
  }
});

test('leaves work undone by a clock that is more than a minute ahead', async () => {
  let done = 0;
  const workAt = (seconds: number) =>
    unlessClockIsAhead({ db, now: clockAt(seconds) }, async () => {
      done += 1;
    })();
  await expect(workAt(90)).rejects.toThrow(/clock is 9\d s ahead|clock is 8\d s ahead/);
  expect(done).toBe(0);
  await workAt(30);
  await workAt(-3_600);
  expect(done).toBe(2);
});
