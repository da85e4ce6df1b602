import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCluster, type TestDatabase } from '../../../test/database.ts';
import { headAfter, sampleEvent, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { type EventLog, logStart, type StreamAppend } from '../event-log.ts';
import { WrongExpectedRevision } from '../event-log-errors.ts';
import { sealEvents } from '../hash-chain.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';

let cluster: TestDatabase;
let log: EventLog;

beforeAll(async () => {
  // Its own: an open transaction of another test would hide the end of the log.
  cluster = await createTestCluster();
  log = await createPostgresEventLog({ connection: cluster.connection });
});

afterAll(async () => {
  await log.close();
  await cluster.drop();
});

/** Three streams taking turns, two of them twice. */
function interleaved(): readonly StreamAppend[] {
  const [one, two, three] = [sampleStream('one'), sampleStream('two'), sampleStream('three')];
  const firsts = [one, two, three].map(
    (stream): StreamAppend => ({ stream, expected: 'no-stream', events: sampleEvents(2) }),
  );
  const seconds = firsts.slice(0, 2).map(({ stream, events }): StreamAppend => {
    const expected = headAfter(sealEvents(stream, 'no-stream', events));
    return { stream, expected, events: [sampleEvent()] };
  });
  return [...firsts, ...seconds];
}

const appended = (appends: readonly StreamAppend[]) => log.appendInOrder?.(appends) ?? [];
const idsOf = (appends: readonly StreamAppend[]) =>
  appends.flatMap(({ events }) => events.map(({ id }) => id));
const idsAfter = async (after = logStart) => (await log.readAll({ after, limit: 100 })).map(({ id }) => id);

test('appends of one call lie in the log in the order given, also several to one stream', async () => {
  const appends = interleaved();
  const results = await appended(appends);
  expect(await idsAfter()).toEqual(idsOf(appends));
  expect(results.flatMap(({ events }) => events)).toEqual(await log.readAll({ after: logStart, limit: 100 }));
});

test('the same call again is a repeat, also when only its beginning was written', async () => {
  const end = (await log.lastEvent())?.position;
  const appends = interleaved();
  const [first] = await appended(appends.slice(0, 1));
  const results = await appended(appends);
  expect(results[0]).toEqual(first);
  expect(await appended(appends)).toEqual(results);
  expect(await idsAfter(end)).toEqual(idsOf(appends));
});

test('an append at another revision than the stream has is refused', async () => {
  const [append] = interleaved();
  if (append === undefined) throw new Error('no append');
  await appended([append]);
  await expect(appended([{ ...append, events: [sampleEvent()] }])).rejects.toBeInstanceOf(
    WrongExpectedRevision,
  );
});
