import { activate, grantRole } from '@matgyo/ledger/account/account';
import { afterAll, expect, test } from 'vitest';
import { codeOf, forgetSteps, registerApp } from '../../../../test/authenticator-app.ts';
import { registerPasskey, signInWithPasskey } from '../../../../test/passkey-device.ts';
import { startTestServer } from '../../../../test/server.ts';
import { connected, disconnectReason, socketTo } from '../../../../test/sockets.ts';
import { changeAccount } from '../members/change-account.fixture.ts';
import { actionsOf, stateOf, ticketFor, withCode, withPassword } from './second-factor.fixture.ts';

/** An application in which staff need a second factor. */
const server = await startTestServer({ REQUIRE_SECOND_FACTOR: '1' });
afterAll(() => server.close());

const rolesIn = ({ token }: { readonly token: string }) => {
  const { admin, manager } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { admin, manager };
};

test('an admin’s roles are in force once the app is confirmed, in the same session, and end when it is removed', async () => {
  const admin = await server.admin();
  const see = async (token: string) => (await server.request('GET', '/admin/members/x', { token })).status;
  expect((await withPassword(server, admin)).body).toMatchObject({ secondFactorMissing: true });
  expect(await see(admin.token)).toBe(403);
  expect(await stateOf(server, admin.token)).toMatchObject({ on: false, required: true });

  const { secret, token } = await registerApp(server, admin);
  expect(rolesIn({ token })).toEqual({ admin: true, manager: false });
  expect(await see(token)).toBe(404);
  const again = await withCode(server, await ticketFor(server, admin), codeOf(secret));
  expect(again.body).toMatchObject({ secondFactorMissing: false });
  expect(await see(again.body.token)).toBe(404);

  const removed = await server.request('DELETE', '/user/second-factor', { token });
  expect(rolesIn(removed.body)).toEqual({ admin: false, manager: false });
  expect(await see(token)).toBe(403);
  expect(await actionsOf(server, admin)).toEqual(
    expect.arrayContaining(['second-factor-registered', 'second-factor-removed']),
  );
});

test('sockets of a session whose roles came or went with a second factor are closed, and connect again with the new ones', async () => {
  const admin = await server.admin();
  const open = async (token: string) => connected(socketTo(server.url, { token }));
  const without = await open(admin.token);
  const [closedWithout, { token }] = await Promise.all([
    disconnectReason(without),
    registerApp(server, admin),
  ]);
  expect(closedWithout).toBe('io server disconnect');

  const withRoles = await open(token);
  const ended: unknown[] = [];
  withRoles.on('ended', (event) => ended.push(event));
  const closed = disconnectReason(withRoles);
  expect((await server.request('DELETE', '/user/second-factor', { token })).status).toBe(200);
  expect(await closed).toBe('io server disconnect');
  expect(ended).toEqual([]);
  (await open(token)).disconnect();
});

test('a member who becomes staff with a short password has the role only after choosing a longer one', async () => {
  const person = await server.member();
  const { secret } = await registerApp(server, person);
  await changeAccount(server, person, activate);
  await changeAccount(server, person, (account) => grantRole(account, 'manager'));
  const isManager = async () =>
    (
      await server.pool.query('select manager from read_accounts.accounts where member_id = $1', [
        person.memberId,
      ])
    ).rows[0]?.manager;
  await expect.poll(isManager).toBe(true);
  const weak = await withCode(server, await ticketFor(server, person), codeOf(secret));
  expect(weak.body).toMatchObject({ secondFactorMissing: false, passwordWeak: true });
  const { token } = weak.body;
  const see = async (by: string) =>
    (await server.request('GET', '/sell/manager/getallstats', { token: by })).status;
  expect(await see(token)).toBe(403);
  expect(await stateOf(server, token)).toMatchObject({ on: true, required: true, passwordWeak: true });

  const to = (password: string) =>
    server.request('PUT', '/user/password', { token, body: { currentPassword: person.password, password } });
  for (const password of ['changed1', 'Password1234'])
    expect(await to(password)).toMatchObject({ status: 422, body: { code: 'STAFF_PASSWORD_WEAK' } });
  const changed = await to('gravel-umbrella-5');
  expect(changed.status).toBe(200);
  expect(rolesIn(changed.body)).toEqual({ admin: false, manager: true });
  expect(await see(token)).not.toBe(403);
  expect(await stateOf(server, token)).toMatchObject({ passwordWeak: false });
  const again = await ticketFor(server, { ...person, password: 'gravel-umbrella-5' });
  await forgetSteps(server, person);
  expect((await withCode(server, again, codeOf(secret))).body).toMatchObject({ passwordWeak: false });
});

test('a session that a passkey opened has the roles whatever the password', async () => {
  const person = await server.member();
  const { device } = await registerPasskey(server, person);
  await changeAccount(server, person, activate);
  await changeAccount(server, person, (account) => grantRole(account, 'manager'));
  await expect
    .poll(async () => rolesIn((await signInWithPasskey(server, device)).body))
    .toEqual({ admin: false, manager: true });
});

test('a session is marked by the password its member chose last, and keeps the mark of another weak one', async () => {
  const person = await server.member();
  const { token, memberId } = person;
  const weakAfter = async (currentPassword: string, password: string) => {
    const body = { currentPassword, password };
    expect((await server.request('PUT', '/user/password', { token, body })).status).toBe(200);
    const sessions = 'select password_is_weak as weak from app.sessions where member_id = $1';
    return (await server.pool.query(sessions, [memberId])).rows;
  };
  expect(await weakAfter(person.password, 'gravel-umbrella-5')).toEqual([{ weak: false }]);
  expect(await weakAfter('gravel-umbrella-5', 'changed1')).toEqual([{ weak: true }]);
  expect(await weakAfter('changed1', 'changed2')).toEqual([{ weak: true }]);
});
