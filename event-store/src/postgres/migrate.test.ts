import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
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

  test('is made once by eight processes that start at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrateEventLog(database.connection)));
    const { rows } = await withSession(database.connection, (client) =>
      client.query(
        'select (select count(*) from event_log.meta), (select version from event_log.schema_version)',
      ),
    );
    expect(rows).toEqual([{ count: '1', version: 2 }]);
  });

  test('is left as it is by a later start, events included', async () => {
    const stream = sampleStream();
    const first = await createPostgresEventLog({ connection: database.connection });
    const { events } = await first.append(stream, 'no-stream', sampleEvents(2));
    await first.close();
    const second = await createPostgresEventLog({ connection: database.connection });
    expect(await second.readStream(stream, { direction: 'forwards', limit: 10 })).toEqual(events);
    await second.close();
  });

  test('serves a role that may only read and append, and that cannot ask which cluster this is', async () => {
    const role = 'appending_only';
    await withSession(database.connection, (client) =>
      client.query(`
        revoke execute on function pg_control_system() from public;
        create role ${role} login;
        grant usage on schema event_log to ${role};
        grant select, insert on event_log.events to ${role};
        grant select on event_log.meta, event_log.schema_version to ${role};`),
    );
    try {
      const log = await createPostgresEventLog({ connection: { ...database.connection, user: role } });
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(2));
      expect(await log.readStream(stream, { direction: 'forwards', limit: 10 })).toEqual(events);
      await log.close();
    } finally {
      await withSession(database.connection, (client) =>
        client.query(
          `drop owned by ${role}; drop role ${role}; grant execute on function pg_control_system() to public`,
        ),
      );
    }
  });

  test('that is missing is reported, and followers end instead of asking for ever', async () => {
    const other = await createTestDatabase();
    const log = await createPostgresEventLog({ connection: other.connection });
    const { position: after } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
    const signal = AbortSignal.timeout(10_000);
    const next = log.subscribeAll({ after, signal })[Symbol.asyncIterator]().next();
    const ended = expect(next).rejects.toThrow(EventLogCorrupt);
    await withSession(other.connection, (client) => client.query('alter schema event_log rename to lost'));
    await ended;
    await expect(log.lastEvent()).rejects.toThrow(EventLogCorrupt);
    await log.close();
    await other.drop();
  });
});
