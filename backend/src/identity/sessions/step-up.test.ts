import type { MemberId } from '@matgyo/contracts/ids';
import { describe, expect, test, vi } from 'vitest';
import { proveEarlier } from '../../../../test/earlier-proofs.ts';
import { type Person, sharedTestServer, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { keysFrom } from '../../platform/keys.ts';
import { traces } from '../../trading/orders/refused.fixture.ts';
import { createRequireStepUp, createStepUpHash } from './step-up.ts';

let admin: Person;

const server = await sharedTestServer();
const member = await server.member({ active: true });
const inactiveManager = await server.member({ manager: true });

/** Sets back when the session was opened and the password entered. */
const setBack = (hours: number, person: Person) => proveEarlier(server, person, hours);
const staleAdmin = async () => {
  admin = await server.admin();
  await setBack(25, admin);
  return admin;
};
const stepUp = ({ token }: Person, password: string) =>
  server.request('POST', '/user/step-up', { token, body: { password } });
const required = {
  status: 401,
  body: {
    code: 'STEP_UP_REQUIRED',
    error: '계속하려면 비밀번호를 다시 입력해 주세요.',
    details: { ways: ['password'] },
  },
};
const unusedId = 'f'.repeat(24);

describe('an action that needs a recent password', () => {
  const actions = (): readonly (readonly [string, string, object?])[] => [
    ['POST', '/tetherprice/update-tether-price', { tetherPrice: '1400' }],
    ['POST', '/sell/admin/complete-orders', { sellerOrderId: unusedId, buyerOrderId: unusedId }],
    ['POST', '/sell/admin/cancel-orders', { sellerOrderId: unusedId, buyerOrderId: unusedId }],
    ['GET', `/user/${member.memberId}/image`],
    ['PUT', `/user/${member.memberId}/image`, {}],
    ['GET', `/orders/${unusedId}/case-file`],
    ['GET', '/audit/log.csv'],
    ['POST', '/admin/replays', { model: 'fees', mode: 'roll-back' }],
    ['POST', `/admin/replays/${unusedId}/swap`, {}],
    ['PUT', `/user/users/${member.nickname}`, { admin: true }],
    ['PUT', `/user/users/${inactiveManager.nickname}`, { status: 'active' }],
    ['PUT', `/user/users/${member.nickname}`, { phone: '01077778888' }],
    ['PUT', `/user/users/${member.nickname}`, { bankAccount: '1' }],
    ['PUT', `/user/users/${member.nickname}`, { bankName: '다른은행' }],
    ['PUT', `/user/users/${member.nickname}`, { referralCode: 'ANOTHER' }],
    [
      'PUT',
      `/user/users/${member.nickname}`,
      { tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    ],
  ];

  test('is refused if the session’s last password entry is too old, and changes nothing', async () => {
    const { token } = await staleAdmin();
    const before = await traces(server);
    for (const [method, path, body] of actions()) {
      const answer = await server.request(method, path, {
        token,
        language: 'ko',
        ...(body !== undefined && { body }),
      });
      expect([path, answer]).toMatchObject([path, required]);
    }
    expect(await traces(server)).toEqual(before);
  });

  test('is carried out after the password is entered again, with the same idempotency key', async () => {
    const { token } = await staleAdmin();
    const call = {
      token,
      body: { tetherPrice: '1400' },
      headers: { 'idempotency-key': `step-up-${Date.now()}` },
    };
    const setPrice = () => server.request('POST', '/tetherprice/update-tether-price', call);
    expect((await setPrice()).status).toBe(401);
    expect(await stepUp(admin, admin.password)).toMatchObject({ status: 200 });
    expect((await setPrice()).status).toBe(200);
  });

  test('stays refused after a wrong password; ten attempts are allowed', async () => {
    const person = await server.member({ active: true });
    for (let tries = 0; tries < 10; tries++)
      expect(await stepUp(person, 'guess1')).toMatchObject({
        status: 422,
        body: { code: 'CURRENT_PASSWORD_WRONG' },
      });
    expect((await stepUp(person, person.password)).status).toBe(429);
  });

  test('is allowed in the session that stepped up, not in others of the account', async () => {
    const first = await staleAdmin();
    const second = await staleAdmin();
    expect((await stepUp(second, second.password)).status).toBe(200);
    const price = { body: { tetherPrice: '1400' } };
    const set = (token: string) =>
      server.request('POST', '/tetherprice/update-tether-price', { ...price, token });
    expect([(await set(first.token)).status, (await set(second.token)).status]).toEqual([401, 200]);
  });

  test('needs no password for fields that are sent unchanged', async () => {
    const { token } = await staleAdmin();
    const see = await server.request('GET', `/user/users/${member.nickname}`, { token });
    const { phone, bankName, bankAccount, tetherAddress, referralCode } = see.body;
    const same = { phone, bankName, bankAccount, tetherAddress, referralCode, admin: false };
    const body = { ...same, telegram: 'another' };
    expect((await server.request('PUT', `/user/users/${member.nickname}`, { token, body })).status).toBe(200);
  });

  test('is forbidden to other roles before a password is requested', async () => {
    await setBack(25, member);
    const call = { token: member.token, body: { tetherPrice: '1400' } };
    expect(await server.request('POST', '/tetherprice/update-tether-price', call)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  });

  test('is forbidden to a manager before that, whether or not a value is that of the other manager', async () => {
    const { token } = await server.admin();
    const path = `/user/users/${inactiveManager.nickname}`;
    const { phone, bankAccount } = (await server.request('GET', path, { token })).body;
    const manager = await server.member({ active: true, manager: true });
    await setBack(25, manager);
    for (const body of [{ phone }, { phone: '01077778888' }, { bankAccount }, { bankAccount: '1' }])
      expect(await server.request('PUT', path, { token: manager.token, body })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
  });
});

test.each([
  ['its time', `proven_at = now()`],
  ['the time of signing in', `proven_at = now(), created_at = now() - interval '1 day'`],
  ['its time and the hash of another session', `proven_at = other.proven_at, proof_seal = other.proof_seal`],
])('a step-up is not made by SQL: %s', async (_, change) => {
  const person = await staleAdmin();
  const fresh = await server.admin();
  const { sid } = JSON.parse(Buffer.from(fresh.token.split('.')[1] ?? '', 'base64url').toString());
  await server.pool.query(
    `update app.sessions session set ${change} from app.sessions other where other.id = $2 and session.member_id = $1
       and session.id <> other.id`,
    [person.memberId, sid],
  );
  const setPrice = { token: person.token, body: { price: '1400' } };
  expect(await server.request('POST', '/tetherprice/update-tether-price', setPrice)).toMatchObject(required);
});

test('a step-up that counted needs no read until its time is over', async () => {
  const person = await server.member();
  const { sid: sessionId } = JSON.parse(
    Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString(),
  );
  let reads = 0;
  const pool = {
    query: (...sent: Parameters<typeof server.pool.query>) => {
      reads += 1;
      return server.pool.query(...sent);
    },
  };
  const shared = { pool, db: createDatabase(server.pool), config: { stepUpSeconds: 300 } };
  const requireStepUp = createRequireStepUp(shared as never, createStepUpHash(keysFrom(testSecret).stepUps));
  const caller = { memberId: person.memberId as MemberId, sessionId };
  await requireStepUp(caller);
  await requireStepUp(caller);
  expect(reads).toBe(1);
  // It was a sign-in.
  await expect(requireStepUp(caller, { sinceSignIn: true })).rejects.toMatchObject({
    code: 'STEP_UP_REQUIRED',
  });
  // Nor does a clock that is set back prolong it.
  for (const hours of [1, -2]) {
    await proveEarlier(server, person, hours);
    const then = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 300_000);
    await expect(requireStepUp(caller).finally(() => then.mockRestore())).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
    });
  }
});

test('a proof counts in a backend whose clock differs', async () => {
  const person = await server.member();
  const { sid: sessionId } = JSON.parse(
    Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString(),
  );
  const shared = { pool: server.pool, db: createDatabase(server.pool), config: { stepUpSeconds: 300 } };
  const requireStepUp = createRequireStepUp(shared as never, createStepUpHash(keysFrom(testSecret).stepUps));
  const then = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
  await requireStepUp({ memberId: person.memberId as MemberId, sessionId }).finally(() => then.mockRestore());
});

test('signing in does not replace a required step-up, even if SQL makes the session older', async () => {
  const person = await server.member();
  await server.pool.query(
    `update app.sessions set created_at = created_at - interval '1 hour' where member_id = $1`,
    [person.memberId],
  );
  expect(await server.request('POST', '/user/second-factor', { token: person.token })).toMatchObject(
    required,
  );
});
