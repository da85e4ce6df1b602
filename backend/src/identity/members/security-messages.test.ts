import { afterAll, beforeEach, expect, test } from 'vitest';
import { registerPasskey } from '../../../../test/passkey-device.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';

const messagesMax = 20;
let member: Person;
const server = await startTestServer({ CODES_PER_DAY: String(messagesMax) });
const admin = await server.admin();
afterAll(() => server.close());
beforeEach(async () => {
  await server.pool.query('truncate app.rate_limits');
  member = await server.member({ active: true });
});

const tooMany = { status: 429, body: { code: 'TOO_MANY_REQUESTS' } };
/** Uses up a limit, for everyone. */
const useUp = (name: string) =>
  server.pool.query(`update app.rate_limits set points = 1000000 where key like $1`, [`${name}:%`]);
const edit = (body: object) =>
  server.request('PUT', `/user/users/${member.nickname}`, { token: admin.token, body });
const changePassword = ({ token, password }: Person, to: string) =>
  server.request('PUT', '/user/password', { token, body: { currentPassword: password, password: to } });
const messages = async (...parts: readonly string[]) => (await server.messages(...parts)).length;
const spentOn = async (kind: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`one_time_codes_sent_of_day\\{kind="${kind}"\\} (\\S+)`).exec(text)?.[1]);
};
const renamed = (id: string, { token }: Pick<Person, 'token'>, name: string) =>
  server.request('PUT', `/user/passkeys/${id}`, { token, body: { name } });
const entries = async () =>
  (await server.pool.query('select count(*)::int as n from app.audit_log')).rows[0].n;

test('security messages are counted apart from codes', async () => {
  await server.pool.query('truncate app.rate_limits');
  const before = await messages('비밀번호가 변경');
  await server.request('POST', '/user/recover-password/code', { body: { nickname: member.nickname } });
  await expect.poll(() => spentOn('account')).toBe(1 / messagesMax);
  await useUp('codes-in-all');
  expect((await changePassword(member, 'changed1')).status).toBe(200);
  await expect.poll(() => messages('비밀번호가 변경')).toBe(before + 1);
  await expect.poll(() => spentOn('notice')).toBeGreaterThan(0);
});

test('using up the day’s codes does not suppress security messages', async () => {
  expect((await changePassword(member, 'changed1')).status).toBe(200);
  await expect.poll(() => spentOn('notice')).toBeGreaterThan(0);
  await useUp('codes-in-all');
  const before = await messages('비밀번호가 변경');
  expect((await changePassword({ ...member, password: 'changed1' }, 'changed2')).status).toBe(200);
  await expect.poll(() => messages('비밀번호가 변경')).toBe(before + 1);
});

test('a password recovered by phone is reported to that phone', async () => {
  const { nickname } = member;
  const body = { nickname, code: await server.recoveryCode(member), password: 'changed1' };
  expect((await server.request('POST', '/user/recover-password', { body })).status).toBe(200);
  const phone = await server.phoneOf(member);
  await expect.poll(() => messages(phone, '비밀번호가 변경')).toBe(1);
});

test('a phone gets a limited number of security messages a day; the change is made anyway', async () => {
  expect((await changePassword(member, 'changed1')).status).toBe(200);
  await expect.poll(() => spentOn('notice')).toBeGreaterThan(0);
  await useUp('notices');
  const before = await messages('비밀번호가 변경');
  expect((await changePassword({ ...member, password: 'changed1' }, 'changed2')).status).toBe(200);
  const other = await server.member({ active: true });
  expect((await changePassword(other, 'changed1')).status).toBe(200);
  await expect.poll(() => messages('비밀번호가 변경')).toBe(before + 1);
});

test('too many changes of password, app or passkeys in a day are refused without sending or writing anything', async () => {
  expect((await changePassword(member, 'changed1')).status).toBe(200);
  await useUp('credential-changes');
  const { id: none } = { id: 'f'.repeat(32) };
  const before = await entries();
  expect(await changePassword({ ...member, password: 'changed1' }, 'changed2')).toMatchObject(tooMany);
  await server.request('POST', '/user/step-up', { token: member.token, body: { password: 'changed1' } });
  const remove = await server.request('DELETE', `/user/passkeys/${none}`, { token: member.token });
  expect(remove).toMatchObject(tooMany);
  await expect(registerPasskey(server, { ...member, password: 'changed1' })).rejects.toThrow('429');
  expect(await entries()).toBe(before);
});

test('a failed removal does not count', async () => {
  await server.request('POST', '/user/step-up', { token: member.token, body: { password: member.password } });
  for (let times = 0; times < 25; times += 1)
    expect(
      (await server.request('DELETE', `/user/passkeys/${'f'.repeat(32)}`, { token: member.token })).status,
    ).toBe(404);
});

test('a passkey can be renamed a limited number of times; an unchanged name writes nothing', async () => {
  const { id, token } = await registerPasskey(server, member);
  const before = await entries();
  expect((await renamed(id, { token }, 'Laptop')).status).toBe(200);
  expect(await entries()).toBe(before);
  expect((await renamed(id, { token }, 'Phone')).status).toBe(200);
  expect(await entries()).toBe(before + 1);
  await useUp('passkey-names');
  expect(await renamed(id, { token }, 'Tablet')).toMatchObject(tooMany);
});

test('staff change one member’s phone and payout data a limited number of times; other fields without a limit', async () => {
  expect((await edit({ bankAccount: '771' })).status).toBe(200);
  await useUp('guarded-edits');
  expect(await edit({ bankAccount: '772' })).toMatchObject(tooMany);
  expect(await edit({ phone: '01044440001' })).toMatchObject(tooMany);
  expect((await edit({ bankAccount: '771', telegram: 'another' })).status).toBe(200);
});

test('the current password is checked a limited number of times, even if it is right', async () => {
  const stepUp = () =>
    server.request('POST', '/user/step-up', { token: member.token, body: { password: member.password } });
  const answers = await Promise.all(Array.from({ length: 65 }, stepUp));
  const accepted = answers.filter(({ status }) => status === 200).length;
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThanOrEqual(60);
  expect(await stepUp()).toMatchObject(tooMany);
});
