import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { codeOf } from '../../../../test/authenticator-app.ts';
import { createPasskeyDevice, registerPasskey, signInWithPasskey } from '../../../../test/passkey-device.ts';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const call = ({ token }: Pick<Person, 'token'>, method: string, path: string, body: object = {}) =>
  server.request(method, path, { token, body });
const stepUp = (person: Person) =>
  call(person, 'POST', '/user/step-up', { password: person.password }).then(({ status }) =>
    expect(status).toBe(200),
  );
const rowOf = async ({ memberId }: Person) =>
  (
    await server.pool.query(
      `select m.phone, m.bank_account, c.password_hash,
         (select count(*)::int from app.passkeys where member_id = m.id) as passkeys,
         (select count(*)::int from app.authenticators where member_id = m.id and confirmed_at is not null) as apps
       from app.members m join app.credentials c on c.member_id = m.id where m.id = $1`,
      [memberId],
    )
  ).rows[0];

/** Ends all sessions of `ended` in a transaction that commits once the call, let in before that, waits for it. */
async function whileEnding(ended: Person, during: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query('update app.sessions set revoked_at = now() where member_id = $1', [ended.memberId]);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const answer = during();
    const waiting = () =>
      server.pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid]);
    await expect.poll(async () => (await waiting()).rowCount, { timeout: 15_000, interval: 20 }).toBe(1);
    await client.query('commit');
    return await answer;
  } finally {
    client.release();
  }
}

describe('of a session that ends while its request is being carried out', () => {
  let owner: Person;
  const refuses = async (changed: Person, during: () => Promise<ApiAnswer>) => {
    const before = await rowOf(changed);
    expect(await whileEnding(owner, during)).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } });
    expect(await rowOf(changed)).toEqual(before);
  };
  const staff = async () => {
    owner = await server.member({ active: true, manager: true });
    await stepUp(owner);
  };

  test('no passkey is added or removed', async () => {
    await staff();
    const { id, token } = await registerPasskey(server, owner);
    const options = await call({ token }, 'POST', '/user/passkeys/options');
    const credential = createPasskeyDevice(server.url).create(options.body);
    const add = () => call({ token }, 'POST', '/user/passkeys', { name: 'Two', credential });
    await refuses(owner, add);
    owner = { ...owner, ...(await server.member({ active: true })) };
    const other = await registerPasskey(server, owner);
    expect(other.id).not.toBe(id);
    await refuses(owner, () => call(owner, 'DELETE', `/user/passkeys/${other.id}`));
  });

  test('no authenticator app is confirmed', async () => {
    await staff();
    const { body } = await call(owner, 'POST', '/user/second-factor');
    await refuses(owner, () =>
      call(owner, 'POST', '/user/second-factor/confirm', { code: codeOf(body.secret) }),
    );
  });

  test('no password is changed', async () => {
    await staff();
    const body = { currentPassword: owner.password, password: 'gravel-umbrella-5' };
    await refuses(owner, () => call(owner, 'PUT', '/user/password', body));
  });

  test('no phone and no bank account is changed', async () => {
    await staff();
    const member = await server.member({ active: true });
    for (const body of [{ phone: '01055559901' }, { bankAccount: '9998887771234' }]) {
      await stepUp(owner);
      await refuses(member, () => call(owner, 'PUT', `/user/users/${member.nickname}`, body));
      owner = { ...owner, ...(await server.signIn(owner.nickname, owner.password)) };
    }
  });
});

test('of two sessions that change the second factor at once, the other one has ended', async () => {
  const person = await server.member({ active: true });
  const both = [person, await server.signIn(person.nickname, person.password)];
  const asked = [];
  for (const { token } of both) {
    await stepUp({ ...person, token });
    const options = await call({ token }, 'POST', '/user/passkeys/options');
    asked.push({ token, credential: createPasskeyDevice(server.url).create(options.body) });
  }
  const added = await Promise.all(
    asked.map(({ token, credential }) =>
      call({ token }, 'POST', '/user/passkeys', { name: 'A', credential }),
    ),
  );
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 401]);
  expect((await rowOf(person)).passkeys).toBe(1);
});

test('a passkey that is being added while the password is recovered does not outlast it', async () => {
  const person = await server.member({ active: true });
  await stepUp(person);
  const options = await call(person, 'POST', '/user/passkeys/options');
  const device = createPasskeyDevice(server.url);
  const { phone } = await rowOf(person);
  const before = await server.codeSentTo(phone);
  await server.request('POST', '/user/recover-password/code', { body: { nickname: person.nickname } });
  const newest = () => server.codeSentTo(phone);
  await expect.poll(newest, { timeout: 15_000, interval: 20 }).not.toBe(before);
  const body = { nickname: person.nickname, code: await newest(), password: 'gravel-umbrella-5' };
  const [recovered, added] = await Promise.all([
    server.request('POST', '/user/recover-password', { body }),
    call(person, 'POST', '/user/passkeys', { name: 'A', credential: device.create(options.body) }),
  ]);
  expect(recovered.status).toBe(200);
  expect([201, 401]).toContain(added.status);
  expect((await rowOf(person)).passkeys).toBe(0);
  expect((await signInWithPasskey(server, device)).status).toBe(422);
});
