import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { verifyGuards } from '@matgyo/projections/verify/check-guards';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, databaseUrl } from '../../../../test/database.ts';
import { runVerify } from '../../../../test/run-verify.ts';
import { startTestServer, testSecret } from '../../../../test/server.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { everyWrite } from '../../proof/sealed-rows/every-write.fixture.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { prepareDatabase } from './prepare-database.ts';

const role = { name: `program_${randomBytes(6).toString('hex')}` };

const prepare = () => prepareDatabase(database.connection, { role, hasEventLog: true });

// As before the program had its own role: all tables exist and belong to the owner.
const database = await createTestDatabase(untouchedApplication);
const owner = new pg.Client(database.connection);
await owner.connect();
await prepare();
const connection = { ...database.connection, user: role.name };
const server = await startTestServer({}, { connection, drop: async () => undefined });
const market = await openMarket(server);
afterAll(async () => {
  await server?.close();
  await owner.end();
  await database.drop();
  const cluster = new pg.Client({ ...database.connection, database: 'postgres' });
  await cluster.connect();
  await cluster.query(`drop role ${role.name}`);
  await cluster.end();
});

test('the program works as a role that owns only what is derived from the log', async () => {
  await everyWrite(server, market);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '14000');
  const buy = await market.open(buyer, 'buy', '14000');
  await market.match(sell, buy);
  await market.complete(sell, buy);
  // This signs a checkpoint.
  await succeed(server, 'GET', `/orders/${sell}/case-file`, { token: market.admin.token });
  const { rows } = await owner.query(
    `select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where pg_get_userbyid(c.relowner) = $1 group by 1 order by 1`,
    [role.name],
  );
  const owned = rows.map(({ schema }) => schema);
  expect(owned).toEqual(expect.arrayContaining(['process', 'projections', 'read_orders', 'read_trades']));
  expect(owned).not.toContain('app');
  expect(owned).not.toContain('event_log');
});

test('a read model is rebuilt and swapped', async () => {
  const { token } = market.admin;
  const body = { readModel: 'prices' };
  const { _id } = (await succeed(server, 'POST', '/admin/replays', { token, body })).body;
  await vi.waitFor(async () => expect((await market.see(`/admin/replays/${_id}`)).state).toBe('swapped'), {
    timeout: 200_000,
  });
});

describe('the program’s connection cannot', () => {
  const appendedTo = [
    ...['event_log.events', 'app.audit_log', 'app.signed_checkpoints'],
    ...['app.checkpoint_heads', 'app.checkpoint_keys'],
  ];
  const change: Readonly<Record<string, string>> = {
    'event_log.events': 'type',
    'app.audit_log': 'hash',
    'app.signed_checkpoints': 'signature',
  };
  test.each(
    appendedTo.flatMap((table) => [
      ...(change[table] === undefined ? [] : [`update ${table} set ${change[table]} = ${change[table]}`]),
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} add column more text`,
      `drop table ${table}`,
    ]),
  )('%s', (statement) => refused(statement));

  test.each([
    'create or replace function app.refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop trigger audit_log_is_appended_to on app.audit_log',
    'create or replace function app.note_before() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop trigger row_before on app.members',
    'alter table app.members disable trigger user',
    'create trigger theirs before update on app.members for each row execute function app.note_before()',
    'drop schema app cascade',
    'drop schema event_log cascade',
    'set session_replication_role = replica',
    `delete from app.kysely_migration`,
    'update event_log.schema_version set version = 0',
    'create role another superuser',
  ])('%s', (statement) => refused(statement));

  test('become the owner', () => refused(`set role ${database.connection.user}`));

  async function refused(statement: string): Promise<void> {
    await expect(server.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('the program may use tables of a later migration after it is prepared again', async () => {
  await owner.query('create table app.later (id bigint generated always as identity, what text)');
  const write = () => server.pool.query(`insert into app.later (what) values ('new') returning id`);
  await expect(write()).rejects.toMatchObject({ code: '42501' });
  await prepare();
  expect((await write()).rows).toEqual([{ id: '1' }]);
});

test('the program `migrate` does the same for an owner who is not a superuser', async () => {
  const cluster = new pg.Client({ ...database.connection, database: 'postgres' });
  await cluster.connect();
  const name = `migrated_${randomBytes(6).toString('hex')}`;
  const [own, program] = [`${name}_owner`, `${name}_program`];
  const urlOf = (user: string) => {
    const { host, port } = database.connection;
    return `postgres://${user}:secret@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  };
  const migrate = (DATABASE_OWNER_URL: string) =>
    promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, DATABASE_OWNER_URL, DATABASE_URL: urlOf(program) },
    });
  try {
    await cluster.query(`create role ${own} login createrole`);
    await cluster.query(`create database ${name} owner ${own}`);
    const { stdout } = await migrate(urlOf(own));
    expect(stdout).toBe(`The tables are up to date, and ${program} may use them.\n`);
    expect((await migrate(urlOf(own))).stdout).toBe(
      `The tables are up to date, and ${program} may use them. It existed before and keeps its password.\n`,
    );
    await expect(migrate(urlOf(program))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another role'),
    });
    await expect(migrate('postgres://owner:se/cret@localhost/x')).rejects.toMatchObject({
      code: 78,
      stderr: expect.not.stringContaining('cret@'),
    });
    const client = new pg.Client({ connectionString: urlOf(program) });
    await client.connect();
    await client.query(`select app.append_audit('{"action":"test","at":"2026-01-01T00:00:00.000Z"}')`);
    await expect(client.query('delete from app.audit_log')).rejects.toMatchObject({ code: '42501' });
    await client.end();
  } finally {
    await cluster.query(`drop database if exists ${name} with (force)`);
    await cluster.query(`drop role if exists ${program}`);
    await cluster.query(`drop role if exists ${own}`);
    await cluster.end();
  }
});

describe('verify reports on the database role in use', () => {
  const notes = async (client: pg.Client | pg.Pool) =>
    (await verifyGuards(client as pg.Pool, { newestAt: undefined, now: Date.now() })).notes;

  test('nothing, if it can only append', async () => {
    expect(await notes(server.pool)).toEqual([]);
  });

  test('that it is a superuser, or owns the audit log', async () => {
    expect(await notes(owner)).toEqual([expect.stringContaining('is a superuser')]);
    await owner.query('begin');
    await owner.query(`create role another in role pg_read_all_data`);
    await owner.query('alter table app.audit_log owner to another; set local role another');
    expect(await notes(owner)).toEqual([expect.stringContaining('owns the audit log')]);
    await owner.query('rollback');
  });

  test('by its exit code whether that role can change appended data', async () => {
    const verifyAs = (user: string) =>
      runVerify({
        DATA_DIR: server.dataDir,
        TOKEN_SECRET: testSecret,
        DATABASE_URL: databaseUrl({ ...database.connection, user }),
      });
    expect(await verifyAs(role.name)).toMatchObject({ code: 0 });
    const asOwner = await verifyAs(database.connection.user);
    expect(asOwner).toMatchObject({
      code: 3,
      output: expect.stringContaining('?      the database role in use is a'),
    });
  });
});
