import type { MemberId } from '@matgyo/contracts/ids';
import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';
import type { IdentityParts } from '../parts.ts';
import { renewHash } from './use-password.ts';

const server = await startTestServer({ METRICS_TOKEN: '' });
const attacker = await server.member();
afterAll(() => server.close());

const signIn = ({ nickname }: Person, password: string) =>
  server.request('POST', '/user/login', { body: { nickname, password } });
const storedOf = async ({ memberId }: Person): Promise<string> => {
  const found = await server.pool.query('select password_hash from app.credentials where member_id = $1', [
    memberId,
  ]);
  return found.rows[0].password_hash;
};
const store = ({ memberId }: Person, text: string) =>
  server.pool.query('update app.credentials set password_hash = $2 where member_id = $1', [memberId, text]);
/** As stored by versions in which hashes were not bound to their member. */
const unbound = (password: string) => hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
const refusals = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const [, count = '0'] = /changed_rows_refused_total\{table="app.credentials"\} (\d+)/.exec(text) ?? [];
  return Number(count);
};
const mismatch = { status: 409, body: { code: 'RECORD_MISMATCH' } };

describe('a password hash written with the password of the database', () => {
  test('is not accepted in another member’s row', async () => {
    const victim = await server.member();
    const own = await storedOf(victim);
    await store(victim, await storedOf(attacker));
    expect(await signIn(victim, attacker.password)).toMatchObject({ status: 401 });
    await store(victim, own);
    expect((await signIn(victim, victim.password)).status).toBe(200);
  });

  test('is not accepted in the form of an earlier version, and its refusal is counted', async () => {
    const victim = await server.member();
    await store(victim, await unbound('chosen1'));
    const before = await refusals();
    expect(await signIn(victim, 'chosen1')).toMatchObject(mismatch);
    expect(await refusals()).toBe(before + 1);
  });

  test('is not renewed over one that was changed since it was read', async () => {
    const victim = await server.member();
    const changed = await storedOf(victim);
    const passwords = { isCurrent: () => false, hash: async () => 'renewed' };
    const deps = { db: createDatabase(server.pool), passwords, sealedRows: { enter: async () => {} } };
    const earlier = { memberId: victim.memberId as MemberId, hash: 'an earlier one' };
    const requester = { network: '192.0.2.1', lane: 'known' } as const;
    await expect(
      renewHash(deps as unknown as IdentityParts, earlier, { password: victim.password, requester }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await storedOf(victim)).toBe(changed);
  });

  test('is not accepted if it is an earlier hash of the same member', async () => {
    const victim = await server.member();
    const earlier = await storedOf(victim);
    const body = { currentPassword: victim.password, password: 'changed1' };
    expect(await server.request('PUT', '/user/password', { token: victim.token, body })).toMatchObject({
      status: 200,
    });
    await store(victim, earlier);
    expect(await signIn(victim, victim.password)).toMatchObject(mismatch);
  });

  test('is not accepted as the current password either', async () => {
    const { token, ...victim } = await server.member();
    await store({ token, ...victim }, await unbound('chosen1'));
    const body = { currentPassword: 'chosen1', password: 'changed1' };
    expect(await server.request('PUT', '/user/password', { token, body })).toMatchObject(mismatch);
    const stepUp = { token, body: { password: 'chosen1' } };
    expect(await server.request('POST', '/user/step-up', stepUp)).toMatchObject(mismatch);
  });
});

test('a member whose hash was changed by SQL can recover the password', async () => {
  const member = await server.member();
  await store(member, await unbound('chosen1'));
  const code = await server.recoveryCode(member);
  const body = { nickname: member.nickname, code, password: 'changed1' };
  expect((await server.request('POST', '/user/recover-password', { body })).status).toBe(200);
  expect((await signIn(member, 'changed1')).status).toBe(200);
});

describe('a hash of an earlier version', () => {
  test('that existed at the upgrade is accepted at sign-in, and then bound to its member', async () => {
    const member = await server.member();
    const before = await unbound(member.password);
    await store(member, before);
    await enterAsFound(server.pool, 'app.credentials', member.memberId);
    expect((await signIn(member, member.password)).status).toBe(200);
    const after = await storedOf(member);
    expect(after).toMatch(/^bound:/);
    expect((await signIn(member, member.password)).status).toBe(200);
    expect(await storedOf(member)).toBe(after);
    await store(member, before);
    expect(await signIn(member, member.password)).toMatchObject(mismatch);
  });
});
