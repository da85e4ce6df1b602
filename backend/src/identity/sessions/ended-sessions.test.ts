import { once } from 'node:events';
import { request } from 'node:http';
import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { deactivate } from '@matgyo/ledger/account/account';
import { describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { codeOf } from '../../../../test/authenticator-app.ts';
import { createPasskeyDevice, registerPasskey, signInWithPasskey } from '../../../../test/passkey-device.ts';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { testAll } from '../../../../test/test-all.ts';
import { changeAccount } from '../members/change-account.fixture.ts';

const server = await sharedTestServer();

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

const endAll = 'update app.sessions set revoked_at = now() where member_id = $1';

interface HeldCall {
  /** A statement and its parameter, whose lock keeps the call waiting. */
  readonly hold: readonly [string, string];
  /** A statement and its parameter, executed before the call continues. */
  readonly meanwhile?: readonly [string, string];
}

async function whileHolding(
  { hold, meanwhile }: HeldCall,
  during: () => Promise<ApiAnswer>,
  whileItWaits: () => Promise<void> = async () => {},
): Promise<ApiAnswer> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(hold[0], [hold[1]]);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const answer = during();
    const waiting = () =>
      server.pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid]);
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    await whileItWaits();
    if (meanwhile !== undefined) await client.query(meanwhile[0], [meanwhile[1]]);
    await client.query('commit');
    return await answer;
  } finally {
    client.release();
  }
}

/** Ends all sessions of a member in a transaction that commits once the call, already authenticated, waits for it. */
const whileEnding = ({ memberId }: Person, during: () => Promise<ApiAnswer>): Promise<ApiAnswer> =>
  whileHolding({ hold: [endAll, memberId] }, during);

describe('in a session that ends during the request', () => {
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

  test('no change of a bank account is answered', async () => {
    await staff();
    const manager = owner;
    owner = await server.member({ active: true });
    const body = { bankAccount: '9998887771234' };
    expect((await call(manager, 'PUT', `/user/users/${owner.nickname}`, body)).status).toBe(200);
    const { token } = owner;
    const { next } = (await server.request('GET', '/user/payment-methods', { token })).body;
    await refuses(owner, () => call(owner, 'POST', '/user/payment-methods/reject', { changeId: next.id }));
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

test('a request whose body arrives after its session has ended is refused', async () => {
  const admin = await server.member({ active: true, admin: true });
  const body = JSON.stringify({ tetherPrice: 1_401 });
  const sending = request(`${server.url}/api/v1/tetherprice/update-tether-price`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  sending.write(body.slice(0, 5));
  const answered = once(sending, 'response');
  // If it is not there before the session ends, it is refused as well, and the test shows nothing.
  await expect.poll(() => sending.socket?.bytesWritten).toBeGreaterThan(0);
  expect((await call(admin, 'POST', '/user/logout')).status).toBe(200);
  sending.end(body.slice(5));
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(401);
});

describe('an edit of a member', () => {
  test.each([{ status: 'inactive' }, { referralCode: 'LATE' }, { status: 'inactive', telegram: 'late' }])(
    'by a session that ended before the edit began writes nothing: %o',
    async (body) => {
      const editor = await server.member({ active: true, admin: true });
      const target = await server.member({ active: true });
      const events = () => server.eventsOf(memberStream(target.memberId as MemberId));
      const before = await events();
      const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
      const edited = await whileHolding(
        { hold: [lock, `edits of ${target.memberId}`], meanwhile: [endAll, editor.memberId] },
        () => call(editor, 'PUT', `/user/users/${target.nickname}`, body),
      );
      expect(edited).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } });
      expect(await events()).toEqual(before);
    },
  );

  test('holds the sessions of its editor and of the member while it appends', async () => {
    const editor = await server.member({ active: true, admin: true });
    const target = await server.member({ active: true });
    const locked = `select from app.sessions where member_id = $1 for no key update nowait`;
    const edited = await whileHolding(
      // The lock of every append.
      { hold: ['select pg_advisory_xact_lock($1)', '5318008'] },
      () => call(editor, 'PUT', `/user/users/${target.nickname}`, { referralCode: 'HELD' }),
      async () => {
        // Another append may have been the one that waits.
        for (const { memberId } of [editor, target])
          await expect
            .poll(() => server.pool.query(locked, [memberId]).then(String, ({ code }) => code))
            .toBe('55P03');
      },
    );
    expect(edited).toMatchObject({ status: 200, body: { user: { referralCode: 'HELD' } } });
  });

  test('ends the member’s sessions when it repeats an edit that a crash interrupted after its event', async () => {
    const editor = await server.member({ active: true, admin: true });
    const target = await server.member({ active: true });
    await changeAccount(server, target, (account) => deactivate(account, { isLastAdmin: false }));
    for (const status of ['inactive', 'active'])
      expect(await call(editor, 'PUT', `/user/users/${target.nickname}`, { status })).toMatchObject({
        status: 200,
      });
    const { rows } = await server.pool.query(
      'select from app.sessions where member_id = $1 and revoked_at is null',
      [target.memberId],
    );
    expect(rows).toEqual([]);
  });

  test('never fails with a deadlock when two members edit each other at once', async () => {
    const roles = { active: true, admin: true, manager: true };
    const edits = [];
    for (let pair = 0; pair < (testAll ? 10 : 2); pair++) {
      const [one, two] = [await server.member(roles), await server.member(roles)];
      edits.push([one, two] as const, [two, one] as const);
    }
    const answers = await Promise.all(
      edits.map(([by, { nickname }]) =>
        call(by, 'PUT', `/user/users/${nickname}`, { manager: false, telegram: 'together' }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});

test('when two sessions add a second factor at once, one succeeds and ends the other', async () => {
  const person = await server.member({ active: true });
  const both = [person, await server.signIn(person.nickname, person.password)];
  const requested = [];
  for (const { token } of both) {
    await stepUp({ ...person, token });
    const options = await call({ token }, 'POST', '/user/passkeys/options');
    requested.push({ token, credential: createPasskeyDevice(server.url).create(options.body) });
  }
  const added = await Promise.all(
    requested.map(({ token, credential }) =>
      call({ token }, 'POST', '/user/passkeys', { name: 'A', credential }),
    ),
  );
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 401]);
  expect((await rowOf(person)).passkeys).toBe(1);
});

async function recoveryOf(person: Person) {
  const code = await server.recoveryCode(person);
  const body = { nickname: person.nickname, code, password: 'gravel-umbrella-5' };
  return () => server.request('POST', '/user/recover-password', { body });
}

test('a password recovery during which the phone is changed is refused', async () => {
  const person = await server.member({ active: true });
  const answer = await whileHolding(
    {
      hold: ['select from app.sessions where member_id = $1 for update', person.memberId],
      meanwhile: [`update app.members set phone = '+821055559999' where id = $1`, person.memberId],
    },
    await recoveryOf(person),
  );
  expect(answer).toMatchObject({ status: 422, body: { code: 'OTP_WRONG' } });
  await server.signIn(person.nickname, person.password);
});

test('a passkey that is added during a password recovery does not remain afterwards', async () => {
  const person = await server.member({ active: true });
  await stepUp(person);
  const options = await call(person, 'POST', '/user/passkeys/options');
  const device = createPasskeyDevice(server.url);
  const recover = await recoveryOf(person);
  const [recovered, added] = await Promise.all([
    recover(),
    call(person, 'POST', '/user/passkeys', { name: 'A', credential: device.create(options.body) }),
  ]);
  expect(recovered.status).toBe(200);
  expect([201, 401]).toContain(added.status);
  expect((await rowOf(person)).passkeys).toBe(0);
  expect((await signInWithPasskey(server, device)).status).toBe(422);
});
