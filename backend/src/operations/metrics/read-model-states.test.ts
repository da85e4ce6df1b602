import {
  type EventLog,
  logStart,
  type Position,
  pageOf,
  type RecordedEvent,
} from '@matgyo/event-store/event-log';
import { requireSameEvent } from '@matgyo/event-store/event-log-errors';
import { createBuild, createProjectionsSchema } from '@matgyo/projections/builds';
import { liveSchema } from '@matgyo/projections/checkpoint';
import type { ReadModel } from '@matgyo/projections/read-model';
import { readModelNamed } from '@matgyo/projections/read-models/all-read-models';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createLookAtReadModels, readModelStates } from './read-model-states.ts';

const database = await createTestDatabase();
const pool = new pg.Pool(database.connection);
const client = await pool.connect();
await createProjectionsSchema(client);
await client.query(`update projections.shared_checkpoint set position = '3'`);
for (const [name, position, halted] of [
  ['accounts', 'null', 'null'],
  ['orders', "'2'", 'null'],
  ['fees', "''", 'now()'],
] as const) {
  await createBuild(client, readModelNamed(name) as ReadModel, liveSchema(name));
  await client.query(`update read_${name}.checkpoint set position = ${position}, halted_at = ${halted}`);
}
client.release();
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const eventOf = (position: string, ageSeconds: number) =>
  ({
    position: position as Position,
    metadata: { at: new Date(Date.now() - ageSeconds * 1000).toISOString() },
  }) as RecordedEvent;

/** The log methods that these tests need. */
const logOf = (events: readonly RecordedEvent[]) =>
  ({
    lastEvent: async () => events.at(-1),
    async readAll({ after, afterId, limit, filter }) {
      if (after !== logStart)
        requireSameEvent(
          events.find(({ position }) => position === after),
          afterId,
        );
      return pageOf(events.filter(({ position }) => position > after).slice(0, limit), filter);
    },
  }) as Pick<EventLog, 'lastEvent' | 'readAll'> as EventLog;

test('lags by the age of the oldest event not applied, however new the last one is', async () => {
  const log = logOf([eventOf('1', 300), eventOf('2', 200), eventOf('3', 40), eventOf('4', 1)]);
  const states = await readModelStates(pool, log);
  expect(states.map(({ name, lagSeconds, halted }) => [name, Math.round(lagSeconds), halted])).toEqual([
    ['accounts', 1, false],
    ['orders', 40, false],
    ['fees', 300, true],
  ]);
});

test('does not lag at the last event or on an empty log', async () => {
  const lagOf = async (log: EventLog, wanted: string) =>
    (await readModelStates(pool, log)).find(({ name }) => name === wanted)?.lagSeconds;
  expect(await lagOf(logOf([eventOf('1', 300), eventOf('3', 200)]), 'accounts')).toBe(0);
  expect(await lagOf(logOf([]), 'fees')).toBe(0);
});

test('halts when it is ahead of the log, which is then an older copy or another log', async () => {
  const haltedOn = async (...events: readonly RecordedEvent[]) =>
    (await readModelStates(pool, logOf(events))).map(({ name, halted }) => [name, halted]);
  expect(await haltedOn(eventOf('1', 300), eventOf('2', 200))).toEqual([
    ['accounts', true],
    ['orders', false],
    ['fees', true],
  ]);
  expect(await haltedOn()).toContainEqual(['orders', true]);
});

test('halts where the log holds another event than its last, as an older copy does that has grown since', async () => {
  const [lost, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  await pool.query('update projections.shared_checkpoint set event_id = $1', [lost]);
  const haltedOn = async (...events: readonly RecordedEvent[]) =>
    (await readModelStates(pool, logOf([eventOf('2', 300), ...events])))
      .filter(({ halted }) => halted)
      .map(({ name }) => name);
  const at = (id: string) => ({ ...eventOf('3', 200), id });
  for (const later of [[], [eventOf('4', 100)]]) {
    expect(await haltedOn(at(lost), ...later)).toEqual(['fees']);
    expect(await haltedOn(at(other), ...later)).toEqual(['accounts', 'fees']);
  }
  await pool.query('update projections.shared_checkpoint set event_id = null');
});

test('reads the log once for a hundred concurrent calls, and again for a later one', async () => {
  const log = logOf([eventOf('1', 300), eventOf('3', 0)]);
  let reads = 0;
  const { lastEvent } = log;
  log.lastEvent = () => {
    reads += 1;
    return lastEvent();
  };
  const look = createLookAtReadModels(pool, log);
  const [first, ...others] = await Promise.all(Array.from({ length: 100 }, look));
  expect(others.every((states) => states === first)).toBe(true);
  expect(reads).toBe(1);
  await look();
  expect(reads).toBe(2);
});
