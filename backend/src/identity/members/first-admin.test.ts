import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { createKeptRows } from '../../proof/kept-rows/kept-rows.ts';
import { systemTiming } from '../../trading/commands/timing.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { passwordKeys } from '../sessions/keys.ts';
import { ensureFirstAdmin, type FirstAdminDependencies } from './first-admin.ts';
import { createRegistration } from './registration.ts';

let server: TestServer;
let deps: FirstAdminDependencies;
beforeAll(async () => {
  server = await startTestServer({ ADMIN_NICKNAME: '', ADMIN_PASSWORD: '' });
  const db = createDatabase(server.pool);
  const registration = createRegistration(
    db,
    { log: server.log, timing: systemTiming },
    createLogger('silent'),
  );
  const kept = createKeptRows(testSecret);
  deps = {
    db,
    log: server.log,
    registration,
    kept,
    passwords: await createPasswords({ keys: passwordKeys(testSecret, undefined) }),
  };
});
afterAll(() => server.close());

const admin = { nickname: 'Chief1', password: 'chief-pass-1' };
const eventsOf = async (nickname: string) => {
  const { rows } = await server.pool.query<{ id: MemberId }>(
    'select id from app.members where nickname = $1',
    [nickname],
  );
  const stream = memberStream(rows[0]?.id as MemberId);
  const events = await server.log.readStream(stream, { direction: 'forwards', limit: 10 });
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
  await server.pool.query(
    `insert into app.members (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
     values ($1, 'Halfway1', 'halfway1', '', '', true, '', '', '', '')`,
    [id],
  );
  await server.pool.query(
    `insert into app.pending_registrations (member_id, kind, command_id, invite_code) values ($1, 'first-admin', gen_random_uuid(), 'INVITE0002')`,
    [id],
  );
  expect(await ensureFirstAdmin(deps, { nickname: 'Halfway1', password: admin.password })).toBe('there');
  expect(await eventsOf('Halfway1')).toHaveLength(3);
});

test('admins are read from the log, so a late or empty read model leads to no second one', async () => {
  await server.pool.query('delete from read_accounts.accounts');
  expect(await ensureFirstAdmin(deps, admin)).toBe('there');
  expect(await ensureFirstAdmin(deps, { ...admin, nickname: 'Third1' })).toBe('there');
  expect(await ensureFirstAdmin(deps, { nickname: 'sneaky1', password: admin.password })).toBe(
    'nickname-taken',
  );
});
