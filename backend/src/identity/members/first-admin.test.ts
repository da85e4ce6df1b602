import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { passwordKeys } from '../../platform/keys.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { ensureFirstAdmin, type FirstAdminDependencies } from './first-admin.ts';
import { createRegistration } from './registration.ts';

const startWithoutAdmin = () => startTestServer({ ADMIN_NICKNAME: '', ADMIN_PASSWORD: '' });

async function depsOf({ pool, log }: TestServer): Promise<FirstAdminDependencies> {
  const db = createDatabase(pool);
  return {
    db,
    log,
    sealedRows: createSealedRows(testSecret),
    registration: createRegistration(db, { log, timing: systemTiming }, createLogger('silent')),
    passwords: await createPasswords({ keys: passwordKeys(testSecret, undefined) }),
  };
}

const server = await startWithoutAdmin();
const deps = await depsOf(server);
afterAll(() => server.close());

const admin = { nickname: 'Chief1', password: 'chief-pass-1' };
const eventsOf = async (nickname: string, { pool, log } = server) => {
  const { rows } = await pool.query<{ id: MemberId }>('select id from app.members where nickname = $1', [
    nickname,
  ]);
  const stream = memberStream(rows[0]?.id as MemberId);
  const events = await log.readStream(stream, { direction: 'forwards', limit: 10 });
  return events.map(({ type, metadata }) => [type, metadata.actorRole]);
};

test('an existing member never becomes the first admin by name', async () => {
  const member = await server.member({ nickname: 'Sneaky1' });
  expect(await ensureFirstAdmin(deps, { nickname: 'sneaky1', password: admin.password })).toBe(
    'nickname-taken',
  );
  expect(await eventsOf(member.nickname)).toEqual([['MemberRegistered', 'member']]);
});

test('one of several concurrent processes creates the first admin, and later starts create none', async () => {
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(deps, admin)));
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
  expect(await eventsOf('Chief1')).toEqual([
    ['MemberRegistered', 'system'],
    ['MemberActivated', 'system'],
    ['RoleGranted', 'system'],
  ]);
  await server.completeRegistrations();
  expect(await ensureFirstAdmin(deps, admin)).toBe('there');
  expect(await ensureFirstAdmin(deps, { ...admin, nickname: 'Second1' })).toBe('there');
  const { token } = await server.signIn(admin.nickname, admin.password);
  expect((await server.request('GET', '/user/users', { token })).body.items).toHaveLength(2);
});

test('the next start completes a first admin that a crash left incomplete', async () => {
  const id = 'e'.repeat(24) as MemberId;
  const own = await startWithoutAdmin();
  await own.pool.query(
    `insert into app.members (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
     values ($1, 'Halfway1', 'halfway1', '', '', true, '', '', '', '')`,
    [id],
  );
  await own.pool.query(
    `insert into app.pending_registrations (member_id, kind, command_id, invite_code) values ($1, 'first-admin', gen_random_uuid(), 'INVITE0002')`,
    [id],
  );
  expect(await ensureFirstAdmin(await depsOf(own), { nickname: 'Halfway1', password: admin.password })).toBe(
    'there',
  );
  expect(await eventsOf('Halfway1', own)).toHaveLength(3);
  await own.close();
});

test('admins are read from the log, so a late or empty read model does not lead to a second first admin', async () => {
  await server.pool.query('delete from read_accounts.accounts');
  expect(await ensureFirstAdmin(deps, admin)).toBe('there');
  expect(await ensureFirstAdmin(deps, { ...admin, nickname: 'Third1' })).toBe('there');
  expect(await ensureFirstAdmin(deps, { nickname: 'sneaky1', password: admin.password })).toBe(
    'nickname-taken',
  );
});

test('a registration that SQL marks as the first admin’s stays a member’s, because there is an admin', async () => {
  const member = await server.member({ nickname: 'Sneaky2' });
  const memberId = member.memberId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await server.pool.query(
    `insert into app.members
     select (json_populate_record(member, json_build_object('id', $2::text, 'nickname', 'Sneaky3', 'nickname_key', 'sneaky3', 'phone', null))).*
     from app.members member where id = $1`,
    [member.memberId, memberId],
  );
  await server.pool.query(
    `insert into app.pending_registrations (member_id, kind, command_id, referral_code, invite_code)
     values ($1, 'first-admin', gen_random_uuid(), null, 'SNEAKY3')`,
    [memberId],
  );
  await server.completeRegistrations();
  expect(await eventsOf('Sneaky3')).toEqual([['MemberRegistered', 'member']]);
});

test('an empty installation whose configuration names no admin says so when it starts', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const own = await startTestServer({ ADMIN_NICKNAME: '', ADMIN_PASSWORD: '' }, undefined, undefined, logger);
  await own.close();
  expect(lines).toEqual([expect.stringContaining('there is no admin: set ADMIN_NICKNAME')]);
});
