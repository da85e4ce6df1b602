import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { chainEvents } from '../chain-events.ts';
import { followUntil } from '../conformance/follow-until.ts';
import { headAfter, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { type ExpectedHead, logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { migrateEventLog } from './migrate.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';
import { withSession } from './raw-sessions.fixture.ts';

describe("the Postgres log's schema", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  test('is created once by eight processes that start at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrateEventLog(database.connection)));
    const { rows } = await withSession(database.connection, (client) =>
      client.query('select * from event_log.schema_version'),
    );
    expect(rows).toEqual([{ version: 6 }]);
  });

  test('is unchanged by a later start, events included', async () => {
    const stream = sampleStream();
    const first = await createPostgresEventLog({ connection: database.connection });
    const { events } = await first.append(stream, 'no-stream', sampleEvents(2));
    await first.close();
    const second = await createPostgresEventLog({ connection: database.connection });
    expect(await second.readStream(stream, { direction: 'forwards', limit: 10 })).toEqual(events);
    await second.close();
  });

  test('is left alone if it is of a newer version', async () => {
    const set = (version: string) =>
      withSession(database.connection, (client) =>
        client.query<{ version: number }>(
          `update event_log.schema_version set version = ${version} returning version`,
        ),
      );
    await set('version + 1');
    await expect(createPostgresEventLog({ connection: database.connection })).rejects.toMatchObject({
      cause: { message: 'its tables are of a newer version than this program' },
    });
    expect((await set('version - 1')).rows).toEqual([{ version: 6 }]);
  });

  test('numbers events of earlier versions, and accepts their positions', async () => {
    const old = await createTestDatabase();
    const stream = sampleStream();
    const positions = await withSession(old.connection, async (client) => {
      await client.query('create schema event_log');
      for (const file of ['1-event-log.sql', '2-appends-end.sql'])
        await client.query(await readFile(path.join(import.meta.dirname, 'schema', file), 'utf8'));
      await client.query('create table event_log.schema_version as select 2 as version');
      return appendedByVersion2(client, stream, 12);
    });
    const log = await createPostgresEventLog({ connection: old.connection });
    const read = await log.readStream(stream, { direction: 'forwards', limit: 100 });
    expect(read.map(({ position }) => position)).toEqual(positions);
    expect(verifyStream(read)).toBeUndefined();
    expect((await log.readAll({ after: logStart, limit: 100 })).events).toEqual(read);
    for (const [index, position] of positions.entries()) {
      expect(await log.positionOf(read[index]?.id ?? '')).toBe(position);
      expect((await log.readAll({ after: position, limit: 100 })).events).toEqual(read.slice(index + 1));
    }
    const { events } = await log.append(stream, headAfter(read), sampleEvents(2));
    expect(events.every(({ position }) => position > (positions.at(-1) ?? ''))).toBe(true);
    const seen = await followUntil(log, { after: positions[4] ?? logStart }, (all) => all.length === 9);
    expect(seen).toEqual([...read.slice(5), ...events]);
    const repeat = read.slice(0, 2);
    expect((await log.append(stream, 'no-stream', repeat)).events).toEqual(repeat);
    const missing = (positions[0] ?? '').replace(/.$/, '7') as Position;
    await expect(followUntil(log, { after: missing }, () => true)).rejects.toThrow(EventLogCorrupt);
    await log.close();
    await old.drop();
  });

  test('finds an event by its id with the index, which the planner would not use by itself', async () => {
    const log = await createPostgresEventLog({ connection: database.connection });
    const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(3));
    await log.close();
    const found = await withSession(database.connection, async (client) => {
      const { rows } = await client.query('select event_position from event_log.position_of($1)', [
        events[1]?.id,
      ]);
      await client.query('select pg_stat_force_next_flush()');
      const { rows: uses } = await client.query<{ idx_scan: string }>(
        `select idx_scan from pg_stat_user_indexes where indexrelid = 'event_log.event_ids'::regclass`,
      );
      return { number: rows[0]?.event_position, isByIndex: Number(uses[0]?.idx_scan) > 0 };
    });
    expect(found).toEqual({ number: String(Number(events[1]?.position.slice(1))), isByIndex: true });
  });

  test('serves a role that may only read and append', async () => {
    const role = 'appending_only';
    await withSession(database.connection, (client) =>
      client.query(`
        create role ${role} login;
        grant usage on schema event_log to ${role};
        grant select, insert on event_log.events to ${role};
        grant select on event_log.schema_version to ${role};`),
    );
    try {
      const log = await createPostgresEventLog({ connection: { ...database.connection, user: role } });
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(2));
      expect(await log.readStream(stream, { direction: 'forwards', limit: 10 })).toEqual(events);
      await log.close();
    } finally {
      await withSession(database.connection, (client) =>
        client.query(`drop owned by ${role}; drop role ${role}`),
      );
    }
  });

  test('is reported when missing, and followers end instead of retrying forever', async () => {
    const other = await createTestDatabase();
    const log = await createPostgresEventLog({ connection: other.connection });
    await log.append(sampleStream(), 'no-stream', sampleEvents(1));
    const signal = AbortSignal.timeout(60_000);
    const batches = log.subscribeAll({ after: logStart, signal })[Symbol.asyncIterator]();
    // PostgreSQL may keep a statement that is prepared just while the schema is renamed, and then finds the tables.
    await batches.next();
    const ended = expect(batches.next()).rejects.toThrow(EventLogCorrupt);
    await withSession(other.connection, (client) => client.query('alter schema event_log rename to lost'));
    await ended;
    await expect(log.lastEvent()).rejects.toThrow(EventLogCorrupt);
    await log.close();
    await other.drop();
  });
});

/** Appends of one event and of two in turn, as version 2 did; returns the positions it wrote. */
async function appendedByVersion2(client: pg.Client, stream: string, count: number): Promise<Position[]> {
  const positions: Position[] = [];
  let expected: ExpectedHead = 'no-stream';
  for (let size = 1; positions.length < count; size = 3 - size) {
    const chained = chainEvents(stream, expected, sampleEvents(size));
    const withoutLink = ({ prevHash: _prevHash, hash: _hash, ...metadata }: Record<string, unknown>) =>
      metadata;
    const { rows } = await client.query<{ status: string; position: Position }>(
      `select status, lpad(generation::text, 10, '0') || '-' || lpad(xid::text, 20, '0') || '-' as position
         from event_log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        [stream],
        [expected === 'no-stream' ? -1 : (expected as { revision: number }).revision],
        [expected === 'no-stream' ? '' : (expected as { hash: string }).hash],
        [size],
        chained.map(({ id }) => id),
        chained.map(({ type }) => type),
        chained.map(({ data }) => JSON.stringify(data)),
        chained.map(({ metadata }) => JSON.stringify(withoutLink({ ...metadata }))),
        chained.map(({ metadata }) => metadata.prevHash),
        chained.map(({ metadata }) => metadata.hash),
      ],
    );
    expect(rows[0]?.status).toBe('appended');
    positions.push(
      ...chained.map((_, index) => `${rows[0]?.position}${String(index).padStart(10, '0')}` as Position),
    );
    expected = headAfter(chained);
  }
  return positions;
}
