import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestDatabase } from '../../../test/database.ts';
import { followUntil } from '../conformance/follow-until.ts';
import { headAfter, sampleEvent, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { type EventLog, logStart, type RecordedEvent } from '../event-log.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';
import { lockLog, withSession } from './raw-sessions.fixture.ts';

const everything = { direction: 'forwards', limit: 1_000 } as const;

describe('the Postgres log', () => {
  let cluster: TestDatabase;
  let log: EventLog;

  beforeAll(async () => {
    cluster = await createTestCluster();
    log = await createPostgresEventLog({ connection: cluster.connection });
  });
  afterAll(async () => {
    await log?.close();
    await cluster?.drop();
  });

  const sessionsOfTheLog = `from pg_stat_activity where application_name = 'matgyo event log' and pid <> pg_backend_pid()`;

  test("limits open transactions and is durable, whatever the server's defaults", async () => {
    const unsafeCluster = await createTestCluster({
      synchronous_commit: 'off',
      default_transaction_isolation: 'serializable',
    });
    const withDeadline = await createPostgresEventLog({
      connection: unsafeCluster.connection,
      deadlineMs: 60_000,
    });
    try {
      const stream = sampleStream();
      // The append calls a trigger, which reads the settings of the log's own session.
      await withSession(unsafeCluster.connection, (client) =>
        client.query(`
          create table seen (name text, setting text);
          create function look() returns trigger language plpgsql as $$ begin
            insert into seen select name, setting from pg_settings where name in
              ('transaction_timeout', 'statement_timeout', 'lock_timeout', 'synchronous_commit', 'transaction_isolation');
            return null; end $$;
          create trigger look after insert on event_log.events execute function look()`),
      );
      await withDeadline.append(stream, 'no-stream', sampleEvents(1));
      const { rows } = await withSession(unsafeCluster.connection, (client) =>
        client.query<{ name: string; setting: string }>('select * from seen'),
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        transaction_timeout: '50000',
        statement_timeout: '40000',
        lock_timeout: '20000',
        synchronous_commit: 'on',
        transaction_isolation: 'read committed',
      });
    } finally {
      await withDeadline.close();
      await unsafeCluster.drop();
    }
  });

  test('keeps the bytes of the data and metadata it was given', async () => {
    const stream = sampleStream();
    const event = sampleEvent({ z: '1.10', a: { y: 1, b: [] } });
    await log.append(stream, 'no-stream', [event]);
    const { rows } = await withSession(cluster.connection, (client) =>
      client.query('select data::text, metadata::text from event_log.events where stream = $1', [stream]),
    );
    expect(rows).toEqual([{ data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) }]);
  });

  test('detects later changes in the database', async () => {
    const stream = sampleStream();
    await log.append(stream, 'no-stream', sampleEvents(3));
    await withSession(cluster.connection, (client) =>
      client.query(
        `update event_log.events set data = replace(data::text, '714', '715')::json where stream = $1 and revision = 1`,
        [stream],
      ),
    );
    const broken = verifyStream(await log.readStream(stream, everything));
    expect(broken).toMatchObject({ reason: 'hash', event: { revision: 1 } });
  });

  test('refuses within its deadline while another session locks the log, and continues afterwards', async () => {
    const shortDeadlineLog = await createPostgresEventLog({
      connection: cluster.connection,
      deadlineMs: 1_200,
    });
    const streams = Array.from({ length: 20 }, () => sampleStream('held'));
    await withSession(cluster.connection, async (client) => {
      await client.query('begin');
      await client.query(lockLog);
      const outcomes = await Promise.allSettled(
        streams.map((stream) => shortDeadlineLog.append(stream, 'no-stream', sampleEvents(1))),
      );
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EventLogUnavailable' } });
      }
      await client.query('rollback');
    });
    const stream = sampleStream();
    await expect
      .poll(() => shortDeadlineLog.append(stream, 'no-stream', sampleEvents(1)).then(Boolean, () => false))
      .toBe(true);
    await shortDeadlineLog.close();
  });

  test('shows readers everything, even with an open transaction elsewhere', async () => {
    await withSession(cluster.connection, async (client) => {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      expect(await log.lastEvent()).toEqual(events[0]);
      await client.query('rollback');
    });
  });

  test('fails only the append with an event that the database refuses, not others in its group', async () => {
    await withSession(cluster.connection, async (client) => {
      await client.query(`alter table event_log.events add constraint no_refused check (type <> 'Refused')`);
      const bad = sampleStream('bad');
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 20 }, () => log.append(sampleStream(), 'no-stream', sampleEvents(2))),
        log.append(bad, 'no-stream', [sampleEvent(), { ...sampleEvent(), type: 'Refused' }]),
        ...Array.from({ length: 20 }, () => log.append(sampleStream(), 'no-stream', sampleEvents(2))),
      ]);
      await client.query('alter table event_log.events drop constraint no_refused');
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(failed.map(({ reason }) => reason)).toMatchObject([
        { outcome: 'none', cause: { code: '23514' } },
      ]);
      expect(await log.readStream(bad, everything)).toEqual([]);
    });
  });

  test('never deadlocks two processes that append to the same streams', async () => {
    const other = await createPostgresEventLog({ connection: cluster.connection });
    const streams = Array.from({ length: 12 }, () => sampleStream());
    const fill = (by: EventLog, order: readonly string[]) =>
      Promise.all(order.map((stream) => appendTenTimes(by, stream)));
    await Promise.all([fill(log, streams), fill(other, streams.toReversed())]);
    for (const stream of streams) {
      const events = await log.readStream(stream, everything);
      expect(events).toHaveLength(20);
      expect(verifyStream(events)).toBeUndefined();
      // Positions are in the order of revisions.
      const positions = events.map(({ position }) => position);
      expect(positions.toSorted()).toEqual(positions);
    }
    await other.close();
  });

  test('continues without losing or repeating events when the server ends its sessions under load', async () => {
    const mark = sampleStream('ended');
    const writers = 8;
    const rounds = 100;
    const filter = { streamPrefixes: [mark] };
    const total = writers * rounds;
    const following = followUntil(log, { after: logStart, filter }, (seen) => seen.length >= total);
    const written = { count: 0 };
    const ids = Array.from({ length: writers }, (_, index) =>
      appendThroughOutages(log, `${mark}-${index}`, rounds, () => {
        written.count += 1;
      }),
    );
    let ended = 0;
    await withSession(cluster.connection, async (client) => {
      for (const progress of [100, 200, 300, 400, 500, 600]) {
        await expect.poll(() => written.count, { interval: 1 }).toBeGreaterThan(progress);
        const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${sessionsOfTheLog}`);
        ended += rowCount ?? 0;
      }
    });
    const expected = (await Promise.all(ids)).flat();
    const seen = await following;
    expect(ended).toBeGreaterThan(6);
    expect(seen.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  });

  test('reports an append as not written when the server refuses connections', async () => {
    const droppedCluster = await createTestCluster();
    const unavailableLog = await createPostgresEventLog({ connection: droppedCluster.connection });
    await droppedCluster.drop();
    const error = await unavailableLog.append(sampleStream(), 'no-stream', sampleEvents(1)).catch((e) => e);
    expect(error).toBeInstanceOf(EventLogUnavailable);
    expect(error).toMatchObject({ outcome: 'none' });
    await unavailableLog.close();
    await expect(createPostgresEventLog({ connection: droppedCluster.connection })).rejects.toThrow(
      EventLogUnavailable,
    );
  });
});

/** One of two writers of a stream, which retries after a conflict. */
async function appendTenTimes(log: EventLog, stream: string): Promise<void> {
  for (let written = 0; written < 10; ) {
    const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
    const expected = last === undefined ? 'no-stream' : headAfter([last]);
    try {
      await log.append(stream, expected, sampleEvents(1));
      written += 1;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'WrongExpectedRevision') throw error;
    }
  }
}

async function appendThroughOutages(
  log: EventLog,
  stream: string,
  count: number,
  onWritten: () => void,
): Promise<string[]> {
  let events: readonly RecordedEvent[] = [];
  const ids: string[] = [];
  while (ids.length < count) {
    const next = sampleEvents(1);
    const expected = events.length === 0 ? 'no-stream' : headAfter(events);
    for (let attempt = 0; ; attempt += 1) {
      try {
        ({ events } = await log.append(stream, expected, next));
        break;
      } catch (error) {
        if (!(error instanceof EventLogUnavailable) || attempt === 20) throw error;
      }
    }
    ids.push(...next.map(({ id }) => id));
    onWritten();
  }
  return ids;
}
