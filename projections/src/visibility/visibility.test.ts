import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allReadModels } from '../read-models/all-read-models.ts';
import { startProjections } from '../runner/start-projections.ts';
import { History } from '../testing/history.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { createVisibility, type Visibility } from './visibility.ts';

const names = ['orders', 'trades', 'accounts'] as const;

let database: ReadModelDatabase;
let log: EventLog;
let stopping: AbortController;
let finished: Promise<void>;
let pool: pg.Pool;
let visibility: Visibility;
let history: History;

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = await createPostgresEventLog({ connection: database.connection });
  pool = new pg.Pool({ ...database.connection, max: 2 });
  pool.on('error', () => {});
  stopping = new AbortController();
  finished = Promise.resolve();
  visibility = createVisibility({ pool, signal: stopping.signal });
  history = new History();
});

afterEach(async () => {
  stopping.abort();
  await finished;
  await Promise.all([log.close(), pool.end()]);
  await database.drop();
});

async function follow(readModels = allReadModels): Promise<void> {
  const running = startProjections({ log, pool: database.pool, signal: stopping.signal, readModels });
  finished = running.finished;
  await running.ready;
}

async function append(): Promise<Position> {
  history.price('1400');
  await history.writeTo(log);
  const last = await log.lastEvent();
  return last?.position ?? ('' as Position);
}

test('ends a wait as soon as every named read model shows the event', async () => {
  await follow();
  for (let round = 0; round < 20; round++) {
    const position = await append();
    expect(await visibility.waitUntilVisible(position, names, 30_000)).toBe(true);
    for (const name of names) expect((await database.checkpoint(name))?.position).toBe(position);
  }
});

test('ends a wait, also a later one, by commits of this process without a query', async () => {
  const projections = startProjections({ log, pool: database.pool, signal: stopping.signal, alone: true });
  ({ finished } = projections);
  await projections.ready;
  let queries = 0;
  pool.on('acquire', () => {
    queries += 1;
  });
  const own = createVisibility({ pool, signal: stopping.signal, projections });
  const positions = [await append(), await append()];
  for (const position of [...positions, ...positions])
    expect(await own.waitUntilVisible(position, names, 30_000)).toBe(true);
  expect(queries).toBe(0);
});

test('waits for later read models, here and in another process, however long they gather', async () => {
  const gatherMs = 600_000;
  const projections = startProjections({ log, pool: database.pool, signal: stopping.signal, gatherMs });
  ({ finished } = projections);
  await projections.ready;
  const own = createVisibility({ pool, signal: stopping.signal, projections });
  // The first is written at once, later ones when someone waits.
  for (let round = 0; round < 3; round++) {
    const position = await append();
    expect(await own.waitUntilVisible(position, names, 30_000)).toBe(true);
    expect(await own.waitForLater(['trail', 'fees'], 30_000)).toBe(true);
    expect((await database.checkpoint('trail'))?.position).toBe(position);
    expect(await visibility.waitForLater(['trail', 'fees'], 30_000)).toBe(true);
  }
  const position = await append();
  expect(await own.waitUntilVisible(position, names, 30_000)).toBe(true);
  expect(await visibility.waitForLater(['trail'], 60)).toBe(false);
  expect((await database.checkpoint('trail'))?.position).not.toBe(position);
});

test('ends a wait at its deadline with false', async () => {
  await follow();
  const beyond = 'z' as Position;
  expect(await visibility.waitUntilVisible(beyond, names, 60)).toBe(false);
});

test('does not wait for a halted read model', async () => {
  await follow(allReadModels.filter(({ name }) => name !== 'trades'));
  const position = await append();
  expect(await visibility.waitUntilVisible(position, names, 60)).toBe(false);
  await database.rows(
    `update read_trades.checkpoint
     set halted_at = now(), halted_reason = 'IMPOSSIBLE_EVENT', halted_event_id = gen_random_uuid()`,
  );
  expect(await visibility.waitUntilVisible(position, names, 30_000)).toBe(true);
});

test("is only delayed by losing its listening connection and its pool's connections", async () => {
  await follow();
  let reconnects = 0;
  visibility.onWakeUp((change) => {
    if (change === 'reconnected') reconnects += 1;
  });
  for (let round = 0; round < 3; round++) {
    await database.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name in ('matgyo wake-ups', '') and pid <> pg_backend_pid()`,
    );
    expect(await visibility.waitUntilVisible(await append(), names, 30_000)).toBe(true);
  }
  await expect.poll(() => reconnects).toBeGreaterThan(0);
});

test('runs one query at a time for many waiting calls', async () => {
  await follow();
  const position = await append();
  let queries = 0;
  let atOnce = 0;
  let concurrentMax = 0;
  pool.on('acquire', () => {
    queries += 1;
    atOnce += 1;
    concurrentMax = Math.max(concurrentMax, atOnce);
  });
  pool.on('release', () => {
    atOnce -= 1;
  });
  const waits = Array.from({ length: 200 }, () => visibility.waitUntilVisible(position, names, 30_000));
  expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
  expect(concurrentMax).toBe(1);
  // One query answers many calls; the number of repeats depends on how busy the machine is.
  expect(queries).toBeLessThan(waits.length);
});

test('calls listeners after a commit until they unsubscribe', async () => {
  await follow();
  let calls = 0;
  const called = new Promise<void>((resolve) => {
    const stop = visibility.onWakeUp(() => {
      calls += 1;
      stop();
      resolve();
    });
  });
  await visibility.waitUntilVisible(await append(), names, 30_000);
  await called;
  await visibility.waitUntilVisible(await append(), names, 30_000);
  expect(calls).toBe(1);
});

test('ends every wait when it is stopped', async () => {
  const waiting = visibility.waitUntilVisible('z' as Position, names, 60_000);
  stopping.abort();
  expect(await waiting).toBe(false);
  expect(await visibility.waitUntilVisible('' as Position, names, 60_000)).toBe(false);
});
