import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { listenerName } from '../changes.ts';
import { createReadModelDatabase } from '../testing/read-model-database.ts';
import { verifyGuards } from './check-guards.ts';

const refuse = `create function app.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is only ever appended to', tg_table_name using errcode = 'insufficient_privilege';
  end $$`;

const database = await createReadModelDatabase();
const client = await database.pool.connect();
await client.query(`create schema app; create table app.audit_log (sequence bigint); ${refuse};
  create trigger audit_log_is_appended_to before update or delete or truncate on app.audit_log
  for each statement execute function app.refuse_change()`);
afterAll(async () => {
  client.release();
  await database.drop();
});
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));

const found = async (newestAt?: string) =>
  (await verifyGuards(client as never, { newestAt, now: Date.parse('2026-02-01T12:00:00Z') })).findings.map(
    ({ what }) => what,
  );
const gone = ['nothing refuses changes to app.audit_log: its trigger is gone, disabled or another one'];

test('finds nothing if the triggers exist', async () => {
  expect(await found()).toEqual([]);
});

test.each([
  ['dropped', 'drop trigger audit_log_is_appended_to on app.audit_log'],
  ['disabled', 'alter table app.audit_log disable trigger user'],
  [
    'emptied',
    'create or replace function app.refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  ],
  [
    'only for deletions',
    `drop trigger audit_log_is_appended_to on app.audit_log;
     create trigger audit_log_is_appended_to before delete on app.audit_log
     for each statement execute function app.refuse_change()`,
  ],
  [
    'given a condition',
    `drop trigger audit_log_is_appended_to on app.audit_log;
     create trigger audit_log_is_appended_to before update or delete or truncate on app.audit_log
     for each statement when (false) execute function app.refuse_change()`,
  ],
])('a trigger that was %s is found', async (_, statement) => {
  await client.query(statement);
  expect(await found()).toEqual(gone);
});

test.each([
  ['to a role', 'grant update on app.audit_log to log_changer', 'log_changer'],
  ['to a role, of a column', 'grant update (sequence) on app.audit_log to log_changer', 'log_changer'],
  ['to everyone', 'grant select, delete on app.audit_log to public', 'public'],
])('rights to change a table that were granted %s are found', async (_, statement, role) => {
  await client.query('create role log_changer; grant select, insert on app.audit_log to log_changer');
  expect(await found()).toEqual([]);
  await client.query(statement);
  expect(await found()).toEqual([`the role ${role} was granted rights to change app.audit_log`]);
});

test.each([
  ['is a superuser', 'create role log_changer login superuser', true],
  ['may become the owner', 'create role log_changer login noinherit in role owner_of_log', true],
  ['may write all tables', 'create role log_changer login noinherit in role pg_write_all_data', true],
  ['may run programs on the server', 'create role log_changer login in role pg_execute_server_program', true],
  ['may write all tables and cannot sign in', 'create role log_changer in role pg_write_all_data', false],
  ['may read all tables', 'create role log_changer login in role pg_read_all_data', false],
])('of another role, which %s, the result is not vouched for: %s', async (_, statement, isNamed) => {
  await client.query(
    `create role owner_of_log login; alter table app.audit_log owner to owner_of_log; ${statement}`,
  );
  const { notes } = await verifyGuards(client as never, { newestAt: undefined, now: Date.now() });
  expect(notes.filter((note) => note.includes('log_changer'))).toHaveLength(isNamed ? 1 : 0);
  expect(notes.filter((note) => note.includes('owner_of_log'))).toEqual([]);
});

test('events that no checkpoint has covered for hours are a finding only while a backend runs that could sign one', async () => {
  const backend = new pg.Client({ ...database.connection, application_name: listenerName });
  await backend.connect();
  onTestFinished(() => backend.end());
  const startedAt = Date.now();
  const after = (hours: number) => new Date(startedAt + hours * 3_600_000).toISOString();
  const look = (hours: number, newestAt?: string) =>
    verifyGuards(client as never, { newestAt, now: Date.parse(after(hours)) });
  await client.query(
    `insert into read_moments.minutes (minute, events, position, event_id)
     values (date_trunc('minute', $1::timestamptz), 1, '1', '00000000-0000-4000-8000-000000000001')`,
    [after(-4)],
  );
  const never = 'no checkpoint was ever signed over events that are there for hours';
  const since = `no checkpoint has been signed since ${after(-5)} over events that are there for hours`;
  expect((await look(0.1)).notes).toContain(`${never}, and no backend has run long enough to sign one`);
  expect((await look(0.1)).findings).toEqual([]);
  expect((await look(1)).findings).toEqual([{ check: 'guards', what: never }]);
  expect((await look(1, after(-5))).findings).toEqual([{ check: 'guards', what: since }]);
  expect((await look(1, after(-3))).findings).toEqual([]);
});
