import { createProjectionsSchema } from '@matgyo/projections/builds';
import type { WakeUpListener } from '@matgyo/projections/visibility/visibility';
import type { PublishedChange } from '@matgyo/projections/write-batch';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createLogger } from '../http/logger.ts';
import { changeFeed } from './change-feed.ts';

let database: TestDatabase;
let pool: pg.Pool;
let stopping: AbortController;
let running: Promise<void>;
/** Wakes the feed, as visibility does. */
let wake: WakeUpListener;
/** Keys that the listener has received; if there is no pause, its second call fails. */
let received: string[];
let calls: number;
let misses: number;

async function startFeed(pauseMs = 0): Promise<void> {
  stopping = new AbortController();
  received = [];
  calls = 0;
  misses = 0;
  const begun = Promise.withResolvers<void>();
  const feed = changeFeed({
    name: 'changes',
    pool,
    pauseMs,
    logger: createLogger('silent'),
    visibility: {
      onWakeUp(listener) {
        wake = listener;
        return () => undefined;
      },
    },
    listener: async (changes, missed) => {
      if (missed) {
        misses += 1;
        return begun.resolve();
      }
      calls += 1;
      if (calls === 2 && pauseMs === 0) throw new Error('the second time it fails');
      received.push(...changes.flatMap(({ keys }) => keys));
    },
  });
  running = feed(stopping.signal);
  await begun.promise;
}

async function stopFeed(): Promise<void> {
  stopping.abort();
  await running;
}

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool(database.connection);
  // Idle connections end with the database.
  pool.on('error', () => undefined);
  const client = await pool.connect();
  await createProjectionsSchema(client);
  client.release();
  await startFeed();
});

afterEach(async () => {
  await stopFeed();
  await pool.end();
  await database.drop();
});

async function publish(key: string): Promise<PublishedChange> {
  const { rows } = await pool.query<{ seq: string }>(
    `insert into projections.changes (projection, keys) values ('awaited', array[$1]) returning seq::text`,
    [key],
  );
  return { writer: 'awaited', seq: rows[0]?.seq ?? '', keys: [key] };
}

const expectReceived = (keys: readonly string[]) => expect.poll(() => received).toEqual(keys);

test('delivers each change of this process once, and again after a failed delivery', async () => {
  wake(await publish('order:1'));
  await expectReceived(['order:1']);
  wake(await publish('order:2'));
  await expectReceived(['order:1', 'order:2']);
  wake(await publish('order:3'));
  await expectReceived(['order:1', 'order:2', 'order:3']);
  expect(calls).toBe(4);
});

test('delivers earlier changes of others first, and no change twice', async () => {
  await publish('order:1');
  const own = await publish('order:2');
  wake();
  wake(own);
  await expectReceived(['order:1', 'order:2']);
  wake(await publish('order:3'));
  await expectReceived(['order:1', 'order:2', 'order:3']);
});

test('delivers changes of the pause when it is stopped', async () => {
  await stopFeed();
  await startFeed(600_000);
  wake(await publish('order:1'));
  await expectReceived(['order:1']);
  wake(await publish('order:2'));
  await stopFeed();
  expect(received).toEqual(['order:1', 'order:2']);
});

test('reports unknown changes after a reconnect, and delivers later ones whose numbers were given before', async () => {
  wake(await publish('order:1'));
  await expectReceived(['order:1']);
  // What a crash of the database does to changes that were committed asynchronously.
  await pool.query('truncate projections.changes restart identity');
  wake('reconnected');
  await expect.poll(() => misses).toBe(2);
  const repeated = await publish('order:2');
  expect(repeated.seq).toBe('1');
  wake();
  await expect.poll(() => calls).toBe(2);
  await expectReceived(['order:1', 'order:2']);
});
