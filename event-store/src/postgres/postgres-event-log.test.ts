import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { headAfter, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { logStart } from '../event-log.ts';
import { WrongExpectedRevision } from '../event-log-errors.ts';
import { verifyStream } from '../hash-chain.ts';
import { createPostgresEventLog, type PostgresEventLog } from './postgres-event-log.ts';

describe('the Postgres log', () => {
  let database: TestDatabase;
  let log: PostgresEventLog;

  beforeAll(async () => {
    database = await createTestDatabase();
    log = await createPostgresEventLog({ connection: database.connection });
  });

  afterAll(async () => {
    await log?.close();
    await database?.drop();
  });

  test('smoke', async () => {
    const stream = sampleStream();
    const a = sampleEvents(3);
    const first = await log.append(stream, 'no-stream', a);
    const again = await log.append(stream, 'no-stream', a);
    expect(again).toEqual(first);
    await expect(log.append(stream, 'no-stream', sampleEvents(1))).rejects.toEqual(
      new WrongExpectedRevision(stream, 2),
    );
    const second = await log.append(stream, headAfter(first.events), sampleEvents(200));
    const read = await log.readStream(stream, { direction: 'forwards', limit: 1000 });
    expect(read).toEqual([...first.events, ...second.events]);
    expect(verifyStream(read)).toBeUndefined();
    const stop = new AbortController();
    const seen = [];
    for await (const batch of log.subscribeAll({ after: logStart, signal: stop.signal })) {
      seen.push(...batch.events);
      if (seen.length === 203) stop.abort();
    }
    expect(seen).toEqual(read);
    expect(await log.lastEvent()).toEqual(read.at(-1));
    expect(await log.positionOf(read[5]?.id ?? '')).toEqual(read[5]?.position);
    expect(await log.positionOf('x')).toBeUndefined();
    expect(await log.logHorizonAge()).toBe(0);
  });
});
