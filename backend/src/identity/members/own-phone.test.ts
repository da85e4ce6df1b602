import { afterAll, expect, test } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';

const server = await startTestServer();
let admin = await server.member({ active: true, admin: true });
afterAll(() => server.close());

const { messages, phoneOf } = server;
const setPhone = (person: Person, phone: string) =>
  server.request('PUT', `/user/users/${person.nickname}`, { token: person.token, body: { phone } });
const stepUp = ({ token }: Person, password: string) =>
  server.request('POST', '/user/step-up', { token, body: { password } });

test('a stolen session of an admin cannot change the admin’s phone, and so cannot recover the password', async () => {
  const before = await phoneOf(admin);
  // Even right after signing in: the thief does not know the password.
  expect(await setPhone(admin, '01055550001')).toMatchObject({
    status: 401,
    body: { code: 'STEP_UP_REQUIRED' },
  });
  expect((await stepUp(admin, 'guess1')).status).toBe(422);
  expect(await setPhone(admin, '01055550001')).toMatchObject({ status: 401 });
  expect(await phoneOf(admin)).toBe(before);
});

test('no other admin can change an admin’s phone, even with a step-up', async () => {
  const other = await server.admin();
  const before = await phoneOf(admin);
  const set = (body: object) =>
    server.request('PUT', `/user/users/${admin.nickname}`, { token: other.token, body });
  const refused = { status: 403, body: { code: 'ADMIN_PHONE_OWN' } };
  expect(await set({ phone: '01055550003', telegram: 'changed' })).toMatchObject(refused);
  expect(await phoneOf(admin)).toBe(before);
  // Clients send the phone unchanged.
  expect((await set({ phone: before, telegram: 'changed' })).status).toBe(200);
  const manager = await server.member({ active: true, manager: true });
  const { status } = await server.request('PUT', `/user/users/${manager.nickname}`, {
    token: other.token,
    body: { phone: '01055550004' },
  });
  expect(status).toBe(200);
});

test('an admin who knows the password changes the phone: other sessions end, the old phone gets a message, and recovery waits 72 hours', async () => {
  const old = await phoneOf(admin);
  const elsewhere = await server.signIn(admin.nickname, admin.password);
  expect((await stepUp(admin, admin.password)).status).toBe(200);
  expect((await setPhone(admin, '01055550002')).status).toBe(200);
  expect(await phoneOf(admin)).toBe('+821055550002');
  const isIn = async ({ token }: Person) => (await server.request('GET', '/user/users', { token })).status;
  expect([await isIn(admin), await isIn(elsewhere)]).toEqual([200, 401]);
  await expect.poll(async () => (await messages(old)).at(-1)?.text).toContain('휴대폰 번호가 변경');

  const recover = () =>
    server.request('POST', '/user/recover-password/code', { body: { nickname: admin.nickname } });
  expect((await recover()).status).toBe(200);
  await server.pool.query(
    `update app.phone_changes_by_staff set changed_at = changed_at - interval '73 hours'`,
  );
  await enterAsFound(server.pool, 'app.phone_changes_by_staff', admin.memberId);
  await server.pool.query(`update app.one_time_codes set created_at = created_at - interval '61 seconds'`);
  expect((await recover()).status).toBe(200);
  // One message: the one of the second attempt.
  await expect.poll(async () => (await messages('+821055550002')).length).toBe(1);
});

test('an admin who mistyped the own phone can still sign in, and correct it', async () => {
  const again = await server.signIn(admin.nickname, admin.password);
  expect((await server.request('GET', '/user/users', { token: again.token })).status).toBe(200);
  expect((await stepUp(again, admin.password)).status).toBe(200);
  expect((await setPhone(again, '01055550005')).status).toBe(200);
  admin = await server.signIn(admin.nickname, admin.password);
});

test('staff get a message about a new password', async () => {
  const body = { currentPassword: admin.password, password: 'gravel-umbrella-5' };
  expect((await server.request('PUT', '/user/password', { token: admin.token, body })).status).toBe(200);
  await expect
    .poll(async () => (await messages('+821055550005')).at(-1)?.text)
    .toContain('비밀번호가 변경됐어요');
});
