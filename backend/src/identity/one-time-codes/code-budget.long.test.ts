import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';

const codesMax = 20;
const started = startTestServer({
  TRUST_PROXY: '1',
  CODES_PER_IP_PER_HOUR: '2',
  CODES_PER_DAY: String(codesMax),
});
let server: TestServer;
beforeEach(async () => {
  server = await started;
  await server.pool.query('truncate app.one_time_codes, app.rate_limits');
});
afterAll(async () => (await started).close());

let phones = 0;
const requestCode = (ip: string) => {
  phones += 1;
  const body = { phone: `010${30_000_000 + phones}` };
  return server.request('POST', '/user/users/sendCode', { body, headers: { 'x-forwarded-for': ip } });
};
const recover = (nickname: string, ip: string) =>
  server.request('POST', '/user/recover-password/code', {
    body: { nickname },
    headers: { 'x-forwarded-for': ip },
  });
const sent = async () => (await server.messages()).length;
const alarms = async () => {
  const { token } = await server.admin();
  return (await server.request('GET', '/admin/stuck', { token })).body.codeBudgets;
};

test.each([
  ['IPv4', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['IPv6', (n: number) => `2001:db8:7:${n}::1`, '2001:db8:8::1'],
])(
  'forty addresses of one piece of %s get no more codes than twenty, and one beside it its own',
  async (_, near, far) => {
    await server.pool.query(`update app.rate_limits set points = 0`);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => requestCode(near(index + 1))));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(20).fill(429)]);
    await server.pool.query(`delete from app.rate_limits where key like 'codes-in-all:%'`);
    expect((await requestCode(far)).status).toBe(200);
  },
);

test('raises an alarm as the day’s messages run out, then requires challenges, and then sends none until the next day', async () => {
  const member = await server.member({});
  await server.pool.query('truncate app.one_time_codes, app.rate_limits');
  const before = await sent();
  const from = (index: number) => `198.51.${index}.1`;
  for (let index = 0; index < 15; index++) await requestCode(from(index));
  expect(await alarms()).toEqual([]);
  await requestCode(from(15));
  expect(await alarms()).toEqual([{ kind: 'sign-up', sent: 16, most: codesMax }]);
  expect((await requestCode(from(16))).body.code).toBe('CHALLENGE_REQUIRED');
  await server.pool.query(`update app.rate_limits set points = $1 where key like 'codes-in-all:%'`, [
    codesMax,
  ]);
  const refused = await requestCode(from(17));
  expect(refused.body.code).toBe('TOO_MANY_REQUESTS');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
  expect((await sent()) - before).toBe(16);
  expect(await alarms()).toEqual([{ kind: 'sign-up', sent: codesMax, most: codesMax }]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('one_time_codes_sent_of_day{kind="sign-up"} 1');

  // Members can still recover passwords.
  expect((await recover(member.nickname, '192.0.2.1')).status).toBe(200);
  await expect.poll(sent).toBe(before + 17);
});

test('once the day’s messages to accounts are used up, an account still gets its code on a network it has signed in from', async () => {
  const home = '192.0.2.77';
  const member = await server.member({});
  const { nickname, password } = member;
  const signedIn = await server.request('POST', '/user/login', {
    body: { nickname, password },
    headers: { 'x-forwarded-for': home },
  });
  expect(signedIn.status).toBe(200);
  await recover(nickname, '192.0.2.78');
  await expect
    .poll(
      async () =>
        (
          await server.pool.query(
            `update app.rate_limits set points = $1 where key like 'codes-in-all:%' and points > 0`,
            [codesMax],
          )
        ).rowCount,
    )
    .toBe(1);
  await server.pool.query('truncate app.one_time_codes');
  const before = await sent();
  const elsewhere = await recover(nickname, '192.0.3.1');
  expect(elsewhere.status).toBe(429);
  expect((await recover('nobody1', '192.0.3.2')).status).toBe(429);
  expect((await recover(nickname, home)).status).toBe(200);
  await expect.poll(sent).toBe(before + 1);
});

test('once the messages to accounts are used up, a signed-in member still gets the code for a payout change', async () => {
  const { token } = await server.admin();
  const member = await server.member({ active: true });
  await server.request('PUT', `/user/users/${member.nickname}`, { token, body: { bankAccount: '771' } });
  await recover(member.nickname, '192.0.4.1');
  const useUp = async (name: string) =>
    (
      await server.pool.query('update app.rate_limits set points = 1000 where key like $1 and points > 0', [
        `${name}:%`,
      ])
    ).rowCount;
  // Of codes to accounts, and of the message about the change.
  await expect.poll(() => useUp('codes-in-all')).toBe(2);
  await useUp('codes-around');
  const methods = await server.request('GET', '/user/payment-methods', { token: member.token });
  const before = await sent();
  const asked = await server.request('POST', '/user/payment-methods/code', {
    token: member.token,
    body: { changeId: methods.body.next.id },
    headers: { 'x-forwarded-for': '192.0.4.2' },
  });
  expect(asked.status).toBe(200);
  expect((await sent()) - before).toBe(1);
});

test('once the limit of a /24 is used up, an account still gets its code on a network it has signed in from', async () => {
  const home = '203.0.117.77';
  const member = await server.member({});
  const { nickname, password } = member;
  const headers = { 'x-forwarded-for': home };
  await server.request('POST', '/user/login', { body: { nickname, password }, headers });
  await Promise.all(Array.from({ length: 20 }, (_, index) => recover('nobody1', `203.0.117.${index}`)));
  for (let index = 0; index < 20; index++) {
    await server.pool.query(`delete from app.rate_limits where key like 'codes-in-all:%'`);
    await requestCode(`203.0.117.${index + 100}`);
  }
  expect((await requestCode('203.0.117.200')).status).toBe(429);
  await server.pool.query('truncate app.one_time_codes');
  expect((await recover('nobody1', home)).status).toBe(429);
  const before = await sent();
  expect((await recover(nickname, home)).status).toBe(200);
  await expect.poll(sent).toBe(before + 1);
});

test('a refused request counts towards neither the limit of its address nor that of its /24', async () => {
  const from = { 'x-forwarded-for': '203.0.118.1' };
  const again = () =>
    server.request('POST', '/user/users/sendCode', { body: { phone: '01029999999' }, headers: from });
  expect((await again()).status).toBe(200);
  for (let index = 0; index < 30; index++)
    expect(await again()).toMatchObject({ status: 429, body: { code: 'CODE_TOO_SOON' } });
  expect((await requestCode('203.0.118.1')).status).toBe(200);
  expect(await requestCode('203.0.118.1')).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS' },
  });
  const { rows } = await server.pool.query(
    `select split_part(key, ':', 1) as name, points from app.rate_limits where key ~ '^codes(-around)?:' order by 1`,
  );
  expect(rows).toEqual([
    { name: 'codes', points: 2 },
    { name: 'codes-around', points: 2 },
  ]);
});

test('strangers’ wrong codes and requests do not stop a recovery on a network that the account knows', async () => {
  const home = '203.0.119.7';
  const { nickname, password, memberId } = await server.member({});
  const recoverWith = (code: string, ip: string) =>
    server.request('POST', '/user/recover-password', {
      body: { nickname, code, password: 'changed1' },
      headers: { 'x-forwarded-for': ip },
    });
  const headers = { 'x-forwarded-for': home };
  await server.request('POST', '/user/login', { body: { nickname, password }, headers });
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => recoverWith('000000', `198.18.${round}.${index}`)),
    );
  const { rows } = await server.pool.query('select phone from app.members where id = $1', [memberId]);
  // A code is sent after the answer.
  const recoverUntilSent = async (ip: string): Promise<void> => {
    const before = await server.codeSentTo(rows[0].phone);
    expect((await recover(nickname, ip)).status).toBe(200);
    await expect.poll(() => server.codeSentTo(rows[0].phone)).not.toBe(before);
  };
  const passPause = () =>
    server.pool.query(`update app.one_time_codes set created_at = created_at - interval '61 seconds'`);
  for (let asked = 0; asked < 5; asked++) {
    await recoverUntilSent(`198.19.0.${asked}`);
    await passPause();
  }
  expect((await recover(nickname, '198.19.1.1')).status).toBe(429);
  await recoverUntilSent(home);
  for (let tries = 0; tries < 6; tries++)
    expect((await recoverWith('000000', `198.18.99.${tries}`)).status).toBe(422);
  const code = await server.codeSentTo(rows[0].phone);
  expect((await recoverWith(code, home)).status).toBe(200);
});

test('once its neighbours have used up the codes and tries of an address, an account known there still recovers its password', async () => {
  const shared = '203.0.122.7';
  const { nickname, password, memberId } = await server.member({});
  const recoverWith = (name: string, code: string) =>
    server.request('POST', '/user/recover-password', {
      body: { nickname: name, code, password: 'changed1' },
      headers: { 'x-forwarded-for': shared },
    });
  const headers = { 'x-forwarded-for': shared };
  await server.request('POST', '/user/login', { body: { nickname, password }, headers });
  expect((await requestCode(shared)).status).toBe(200);
  expect((await requestCode(shared)).status).toBe(200);
  for (let tries = 0; tries < 10; tries++)
    expect((await recoverWith('nobody1', '000000')).body.code).toBe('OTP_WRONG');
  expect((await recover('nobody1', shared)).status).toBe(429);
  expect((await recoverWith('nobody1', '000000')).status).toBe(429);

  const { rows } = await server.pool.query('select phone from app.members where id = $1', [memberId]);
  const before = await server.codeSentTo(rows[0].phone);
  expect((await recover(nickname, shared)).status).toBe(200);
  await expect.poll(() => server.codeSentTo(rows[0].phone)).not.toBe(before);
  expect((await recoverWith(nickname, await server.codeSentTo(rows[0].phone))).status).toBe(200);
});

test('a code requested from a known address is valid elsewhere, and the reverse', async () => {
  const home = '203.0.121.7';
  const { nickname, password, memberId } = await server.member({});
  const { rows } = await server.pool.query('select phone from app.members where id = $1', [memberId]);
  await server.request('POST', '/user/login', {
    body: { nickname, password },
    headers: { 'x-forwarded-for': home },
  });
  for (const [asked, entered] of [[home, '198.20.0.1'] as const, ['198.20.0.2', home] as const]) {
    const before = await server.codeSentTo(rows[0].phone);
    expect((await recover(nickname, asked)).status).toBe(200);
    await expect.poll(() => server.codeSentTo(rows[0].phone)).not.toBe(before);
    // Whether the network is known does not show in the pause either.
    expect((await recover(nickname, entered)).body.code).toBe('CODE_TOO_SOON');
    const code = await server.codeSentTo(rows[0].phone);
    const recovered = await server.request('POST', '/user/recover-password', {
      body: { nickname, code, password: 'changed1' },
      headers: { 'x-forwarded-for': entered },
    });
    expect(recovered.status).toBe(200);
    await server.pool.query(`update app.one_time_codes set created_at = created_at - interval '61 seconds'`);
  }
});

test('a budget of 0 messages a day refuses every code as used up', async () => {
  const none = await startTestServer({ CODES_PER_DAY: '0' });
  try {
    const sendCode = () => none.request('POST', '/user/users/sendCode', { body: { phone: '01039999999' } });
    expect(await sendCode()).toMatchObject({ status: 429 });
    expect(Number((await sendCode()).headers.get('retry-after'))).toBeGreaterThan(0);
    const metrics = await (await fetch(`${none.url}/metrics`)).text();
    expect(metrics).toContain('one_time_codes_sent_of_day{kind="sign-up"} 1');
  } finally {
    await none.close();
  }
});
