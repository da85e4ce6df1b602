import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestDatabase } from '../../../test/database.ts';
import { followUntil } from '../conformance/follow-until.ts';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { logStart } from '../event-log.ts';
import { createPostgresEventLog, type PostgresEventLog } from './postgres-event-log.ts';
import { withSession } from './raw-sessions.fixture.ts';

// Clusters of their own: the horizon is the whole cluster's.
describe('a transaction that may still commit an earlier event', () => {
  let cluster: TestDatabase;
  let log: PostgresEventLog;

  beforeAll(async () => {
    cluster = await createTestCluster();
    log = await createPostgresEventLog({ connection: cluster.connection });
  });
  afterAll(async () => {
    await log?.close();
    await cluster?.drop();
  });

  test('keeps later events from readers until it has ended; then all come, in log order', async () => {
    const { position: start } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
    await expect.poll(() => log.lastEvent().then((last) => last?.position)).toBe(start);
    const [slow, fast] = [sampleStream('slow'), sampleStream('fast')];

    await withSession(cluster.connection, async (client) => {
      await client.query('begin');
      // As an append does, but slowly: its transaction id is taken and it has not committed.
      const { id, type, data, metadata } = sampleEvents(1)[0] ?? {};
      await client.query(
        `select * from event_log.append(array[$1], array[-1], array[''], array[1], array[$2::uuid], array[$3],
          array[$4], array[$5], array[''], array[repeat('0', 64)])`,
        [slow, id, type, JSON.stringify(data), JSON.stringify(metadata)],
      );
      const { events } = await log.append(fast, 'no-stream', sampleEvents(1));
      expect(await log.readStream(fast, { direction: 'forwards', limit: 1 })).toEqual(events);
      expect(await log.readAll({ after: start, limit: 10 })).toEqual([]);
      expect((await log.lastEvent())?.position).toBe(start);

      const following = followUntil(log, { after: start }, (seen) => seen.length === 2);
      await client.query('commit');
      expect((await following).map(({ stream }) => stream)).toEqual([slow, fast]);
    });
  });

  test('in another database of the cluster does so too, and the age of the horizon shows it', async () => {
    await withSession(cluster.connection, (client) => client.query('create database elsewhere'));
    await expect.poll(() => log.logHorizonAge()).toBe(0);
    await withSession({ ...cluster.connection, database: 'elsewhere' }, async (client) => {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      expect(await log.positionOf(events[0]?.id ?? '')).toBe(events[0]?.position);
      expect((await log.readAll({ after: logStart, limit: 100 })).map(({ id }) => id)).not.toContain(
        events[0]?.id,
      );
      await expect.poll(() => log.logHorizonAge()).toBeGreaterThan(0.1);
      const age = await log.logHorizonAge();
      const { rows } = await client.query('select extract(epoch from clock_timestamp() - now()) as held');
      expect(age).toBeLessThanOrEqual(Number(rows[0]?.held));
      await client.query('rollback');
      await expect.poll(() => log.lastEvent().then((last) => last?.id)).toBe(events[0]?.id);
      expect(await log.logHorizonAge()).toBe(0);
    });
  });
});
