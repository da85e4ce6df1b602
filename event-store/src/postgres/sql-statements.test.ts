import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import type { EventLog, SqlStatement, StreamAppend } from '../event-log.ts';
import { SqlStatementRefused, WrongExpectedRevision } from '../event-log-errors.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';
import { withSession } from './raw-sessions.fixture.ts';

const everything = { direction: 'forwards', limit: 10 } as const;

let database: TestDatabase;
let log: EventLog;

beforeAll(async () => {
  database = await createTestDatabase();
  log = await createPostgresEventLog({ connection: database.connection });
  await query(
    'create table claims (id uuid primary key, wallet text, finished boolean not null default false)',
  );
});
beforeEach(() => query('truncate claims'));
afterAll(async () => {
  await log?.close();
  await database?.drop();
});

const query = async <Row>(text: string): Promise<Row[]> =>
  withSession(database.connection, async (client) => (await client.query(text)).rows);
const claims = () => query<{ id: string; wallet: string; finished: boolean }>('select * from claims');

const begin = (stream = sampleStream()): StreamAppend => ({
  stream,
  expected: 'no-stream',
  events: sampleEvents(1),
});
const claim = (id: string, wallet: string | null = null): SqlStatement => ({
  text: 'insert into claims (id, wallet) values ($1, $2)',
  values: [id, wallet],
});
const finish = (id: string): SqlStatement => ({
  text: 'update claims set finished = true where id = $1',
  values: [id],
});

describe('SQL statements of an append', () => {
  test('are committed with its events, in order, with any values', async () => {
    const id = randomUUID();
    const wallet = `o'b\\n"$1$$ 지갑 {a,b}`;
    const order = begin();
    await log.appendTogether([order], { sqlStatements: [claim(id, wallet), finish(id)] });
    expect(await claims()).toEqual([{ id, wallet, finished: true }]);
    const unset = randomUUID();
    await log.appendTogether([begin()], { sqlStatements: [claim(unset)] });
    expect(await claims()).toContainEqual({ id: unset, wallet: null, finished: false });
  });

  test('do not run for a repeated or refused append', async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    const order = begin();
    const first = await log.appendTogether([order], { sqlStatements: [claim(id)] });
    expect(await log.appendTogether([order], { sqlStatements: [claim(id)] })).toEqual(first);
    const conflicting = { ...begin(order.stream) };
    await expect(log.appendTogether([conflicting], { sqlStatements: [claim(other)] })).rejects.toThrow(
      WrongExpectedRevision,
    );
    expect(await claims()).toHaveLength(1);
  });

  test('that break a constraint or raise an exception refuse their append only', async () => {
    const taken = randomUUID();
    await log.appendTogether([begin()], { sqlStatements: [claim(taken)] });
    await query(`create or replace function refuse() returns void language plpgsql as $$
      begin raise exception 'the wallet is closed'; end $$`);
    const raising: SqlStatement = { text: 'select refuse()', values: [] };
    const appends = Array.from({ length: 24 }, () => begin());
    const sqlStatements = appends.map((_, index) =>
      index % 6 === 2 ? claim(taken) : index % 6 === 4 ? raising : claim(randomUUID()),
    );
    const outcomes = await Promise.allSettled(
      appends.map((append, index) =>
        log.appendTogether([append], { sqlStatements: sqlStatements.slice(index, index + 1) }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const isRefused = index % 6 === 2 || index % 6 === 4;
      expect(outcome.status).toBe(isRefused ? 'rejected' : 'fulfilled');
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toBeInstanceOf(SqlStatementRefused);
        expect(outcome.reason.message).toContain(index % 6 === 2 ? '23505' : 'P0001');
      }
      expect(await log.readStream(appends[index]?.stream ?? '', everything)).toHaveLength(isRefused ? 0 : 1);
    }
    expect(await claims()).toHaveLength(1 + 16);
    const positions = await query(
      'select max(position) - min(position) + 1 - count(*) as gaps from event_log.events',
    );
    expect(positions).toEqual([{ gaps: '0' }]);
    const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    for (const { events } of results)
      expect(await log.readStream(events[0]?.stream ?? '', everything)).toEqual(events);
  });

  test('that fail are named by their number within the append', async () => {
    const taken = randomUUID();
    await log.appendTogether([begin()], { sqlStatements: [claim(taken)] });
    const outcomes = await Promise.allSettled([
      log.appendTogether([begin()], { sqlStatements: [claim(randomUUID()), claim(randomUUID())] }),
      log.appendTogether([begin()], { sqlStatements: [claim(randomUUID()), claim(taken)] }),
      log.appendTogether([begin()], { sqlStatements: [claim(taken), claim(randomUUID())] }),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.statementIndex)).toEqual(
      [false, 1, 0],
    );
    expect(await claims()).toHaveLength(3);
  });

  test('work in a session without the prepared statement', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    await log.appendTogether([begin()], { sqlStatements: [claim(before)] });
    await query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'matgyo event log' and datname = current_database()`);
    const order = begin();
    const options = { sqlStatements: [claim(after)] };
    // The first attempt may use a session that has just been closed.
    await expect.poll(() => log.appendTogether([order], options).then(Boolean, () => false)).toBe(true);
    expect((await claims()).map(({ id }) => id).toSorted()).toEqual([before, after].toSorted());
  });
});
