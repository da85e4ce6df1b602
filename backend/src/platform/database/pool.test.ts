import { randomUUID } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { connectionOf, openProjectionPool, withSnapshot } from '@matgyo/projections/projection-pool';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { createMessageStore } from '../../conversation/chat/message-store.ts';
import { claimCommand, finishCommand } from '../commands/command-store.ts';
import { createDatabase } from './database.ts';
import { createPool } from './pool.ts';

const database = await createTestDatabase(untouchedApplication);
afterAll(() => database.drop());

async function withPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(database.connection, () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** A member's message, one that follows it, and a command. */
async function write(pool: pg.Pool): Promise<void> {
  const db = createDatabase(pool);
  const member = randomUUID().replaceAll('-', '').slice(8) as MemberId;
  const messages = createMessageStore({ db, pool, images: { claim: async () => undefined } });
  const none = { sell_order_id: null, buy_order_id: null, seller_id: null, buyer_id: null };
  const room = { ...none, id: `support-${member}`, kind: 'support', member_id: member } as const;
  for (const content of ['first', 'next'])
    await messages.store({
      room,
      content,
      role: 'member',
      senderId: member,
      imageId: null,
      language: 'ko',
      clientId: null,
    });
  const commandId = randomUUID();
  const claim = await claimCommand(db, { commandId, bodyHash: 'body', newId: 'id' });
  if (claim.kind === 'mine')
    await finishCommand(db, { commandId, lease: claim.lease }, { status: 200, body: {} } as never);
}

test.for([
  ['off', 'on'],
  ['on', 'on'],
  ['remote_apply', 'remote_apply'],
])('where commits are %s by default, those of messages and commands are %s', async ([byDefault, used]) => {
  await withPool(async (pool) => {
    await pool.query(`drop table if exists public.commits;
      create table public.commits (written text, setting text);
      create or replace function public.note_commit() returns trigger language plpgsql as $$ begin
        insert into public.commits values (tg_table_name, current_setting('synchronous_commit')); return null; end $$`);
    for (const table of ['chat_messages', 'commands'])
      await pool.query(`create or replace trigger note_commit after insert or update on app.${table}
        for each row execute function public.note_commit()`);
    await pool.query(`alter database ${database.connection.database} set synchronous_commit = ${byDefault}`);
  });
  await withPool(write);
  const { rows } = await withPool((pool) => pool.query('select * from public.commits'));
  expect(rows).toEqual(
    ['chat_messages', 'chat_messages', 'commands', 'commands'].map((written) => ({ written, setting: used })),
  );
});

test('a day has 24 hours and times are read, whatever the database’s time zone and date style', async () => {
  const set = (setting: string) =>
    withPool((pool) => pool.query(`alter database ${database.connection.database} ${setting}`));
  await set(`set timezone = 'America/New_York'`);
  await set(`set datestyle = 'SQL, DMY'`);
  // Summer time ends there that night.
  const { connection } = database;
  const opened = [
    createPool(connection, () => undefined),
    createPool({ ...connection, options: '' }, () => undefined),
    openProjectionPool({ connection, connectionsMax: 1, statementTimeoutMs: 1_000 }),
  ];
  for (const pool of opened) {
    const { rows } = await pool.query(`select timestamptz '2026-11-01T04:30Z' + interval '1 day' as after`);
    expect(rows).toEqual([{ after: new Date('2026-11-02T04:30Z') }]);
    await pool.end();
  }
  await set('reset all');
});

test('the server soon ends the sessions of a machine that died: by their names a start with another secret is refused', async () => {
  const cutOff = `select count(*)::int as settings from pg_settings where source = 'session'
    and (name like 'tcp_keepalives_%' or name = 'tcp_user_timeout')`;
  for (const settings of [{}, { options: '' }]) {
    const pool = createPool({ ...database.connection, ...settings }, () => undefined);
    expect((await pool.query(cutOff)).rows).toEqual([{ settings: 4 }]);
    await pool.end();
  }
});

test('another pool on its connection has its own settings', async () => {
  await withPool(async (pool) => {
    const other = new pg.Pool({ ...connectionOf(pool), options: '-c synchronous_commit=off' });
    const { rows } = await other.query('show synchronous_commit');
    await other.end();
    expect(rows).toEqual([{ synchronous_commit: 'off' }]);
  });
});

test('a snapshot may take longer than other statements of its connection', async () => {
  const pool = createPool({ ...database.connection, max: 1, query_timeout: 500 }, () => undefined);
  const slept = await withSnapshot(pool, (client) => client.query('select pg_sleep(1)'), 60_000);
  expect(slept.rowCount).toBe(1);
  await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout');
  await pool.end();
});
