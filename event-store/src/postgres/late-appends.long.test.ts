import type pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { CuttableProxy } from '../conformance/cuttable-proxy.ts';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import type { EventLog } from '../event-log.ts';
import { AppendExpired } from '../event-log-errors.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';
import { lockLog, withSession } from './raw-sessions.fixture.ts';

const everything = { direction: 'forwards', limit: 1_000 } as const;

const database = await createTestDatabase();
const log = await createPostgresEventLog({ connection: database.connection, deadlineMs: 30_000 });
afterAll(async () => {
  await log?.close();
  await database?.drop();
});

/** The time `ms` from now, by the database's clock. */
async function timeIn(ms: number): Promise<string> {
  const { rows } = await withSession(database.connection, (client) =>
    client.query<{ at: Date }>(`select clock_timestamp() + $1 * interval '1 ms' as at`, [ms]),
  );
  return rows[0]?.at.toISOString() ?? '';
}

const isOver = async (client: pg.Client, time: string): Promise<boolean> =>
  (await client.query(`select from (values (1)) one where clock_timestamp() > $1::timestamptz`, [time]))
    .rowCount === 1;

const arrivedLate = { name: 'EventLogUnavailable', outcome: 'none', cause: new AppendExpired() };

describe('an append with a deadline', () => {
  test('is executed before the deadline, and refused from then on', async () => {
    const [early, late] = [sampleStream(), sampleStream()];
    await log.append(early, 'no-stream', sampleEvents(1), { validUntil: await timeIn(60_000) });
    expect(await log.readStream(early, everything)).toHaveLength(1);
    const refused = log.append(late, 'no-stream', sampleEvents(2), { validUntil: await timeIn(-1) });
    await expect(refused).rejects.toMatchObject(arrivedLate);
    expect(await log.readStream(late, everything)).toEqual([]);
  });

  test('that was written is recognised as a repeat also after the deadline', async () => {
    const stream = sampleStream();
    const events = sampleEvents(2);
    const first = await log.append(stream, 'no-stream', events);
    expect(await log.append(stream, 'no-stream', events, { validUntil: await timeIn(-1) })).toEqual(first);
  });

  test('is checked when it gets the lock, not when it began to wait for it', async () => {
    const stream = sampleStream();
    await withSession(database.connection, async (client) => {
      await client.query('begin');
      await client.query(lockLog);
      const validUntil = await timeIn(1_500);
      const waiting = expect(
        log.append(stream, 'no-stream', sampleEvents(1), { validUntil }),
      ).rejects.toMatchObject(arrivedLate);
      await expect.poll(() => isOver(client, validUntil)).toBe(true);
      await client.query('rollback');
      await waiting;
    });
    expect(await log.readStream(stream, everything)).toEqual([]);
  });

  test('fails alone after its deadline; others in its round trip succeed', async () => {
    const validUntil = await timeIn(-1);
    const streams = Array.from({ length: 20 }, () => sampleStream());
    const outcomes = await Promise.allSettled(
      streams.map((stream, index) =>
        log.append(stream, 'no-stream', sampleEvents(1), index % 3 === 0 ? { validUntil } : {}),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      streams.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
  });
});

describe('a lost append that reaches the server late', () => {
  let proxy: CuttableProxy;
  let shortDeadlineLog: EventLog;

  beforeEach(async () => {
    const { host, port } = database.connection;
    proxy = await CuttableProxy.to({ path: `${host}/.s.PGSQL.${port ?? 5432}` });
    shortDeadlineLog = await createPostgresEventLog({
      connection: { ...database.connection, host: '127.0.0.1', port: proxy.port, application_name: 'late' },
      deadlineMs: 3_000,
    });
  });
  afterEach(async () => {
    await shortDeadlineLog.close();
    await proxy.refuse();
  });

  /** Appends, gets an unknown outcome, and delivers the bytes after the deadline. Returns the stream's events then. */
  async function arrivesLate(isLimited: boolean) {
    await shortDeadlineLog.append(sampleStream(), 'no-stream', sampleEvents(1));
    const stream = sampleStream();
    const time = await timeIn(3_500);
    proxy.hold();
    const appending = shortDeadlineLog.append(
      stream,
      'no-stream',
      sampleEvents(1),
      isLimited ? { validUntil: time } : {},
    );
    await expect(appending).rejects.toMatchObject({ outcome: 'unknown' });
    await withSession(database.connection, async (client) => {
      await expect.poll(() => isOver(client, time)).toBe(true);
      proxy.deliver();
      // The session ends after it has executed everything it received.
      const sessions = `select from pg_stat_activity where application_name = 'late' and datname = current_database()`;
      await expect.poll(async () => (await client.query(sessions)).rowCount).toBe(0);
    });
    return log.readStream(stream, everything);
  }

  test('is refused after its deadline', async () => {
    expect(await arrivesLate(true)).toEqual([]);
  });

  test('is executed without a deadline', async () => {
    expect(await arrivesLate(false)).toHaveLength(1);
  });
});
