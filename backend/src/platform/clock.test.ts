import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../test/server.ts';
import { clockAheadSeconds, unlessClockIsAhead } from './clock.ts';
import { systemTiming, type Timing } from './commands/timing.ts';
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

/** A backend's clocks, whose wall clock is ahead by `seconds`; and what its works have done. */
function backendAhead(seconds: number) {
  const backend = { seconds, elapsedMs: 5_000, readings: 0, done: 0 };
  const counted = db.withPlugin({
    transformQuery({ node }) {
      backend.readings += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const started = Date.now();
  const timing: Timing = {
    ...systemTiming,
    elapsed: () => backend.elapsedMs,
    now: () => started + backend.elapsedMs + backend.seconds * 1_000,
  };
  const work = unlessClockIsAhead({ db: counted, timing })(async () => {
    backend.done += 1;
  });
  return { backend, work };
}

test('leaves work undone by a clock that is more than a minute ahead', async () => {
  const { backend, work } = backendAhead(90);
  await expect(work()).rejects.toThrow(/clock is (9\d|8\d) s ahead/);
  expect(backend.done).toBe(0);
  for (const seconds of [30, -3_600]) await backendAhead(seconds).work();
});

test('reads the database’s clock once in ten minutes, and when this clock jumps ahead', async () => {
  const { backend, work } = backendAhead(0);
  for (const seconds of [0, 10, 20]) {
    backend.elapsedMs = 5_000 + seconds * 1_000;
    await work();
  }
  expect(backend).toMatchObject({ readings: 1, done: 3 });

  backend.seconds = 3_600;
  await expect(work()).rejects.toThrow('s ahead');
  expect(backend).toMatchObject({ readings: 2, done: 3 });
  backend.seconds = 0;
  await work();
  expect(backend).toMatchObject({ readings: 2, done: 4 });

  backend.elapsedMs += 600_000;
  backend.seconds = -600;
  await work();
  expect(backend).toMatchObject({ readings: 3, done: 5 });
});
