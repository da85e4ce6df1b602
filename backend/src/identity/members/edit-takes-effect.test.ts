import { deactivate } from '@matgyo/ledger/account/account';
import { describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import type { Person } from '../../../../test/server.ts';
import { changeAccount } from './change-account.fixture.ts';
import { admin, edit, list, manager, nicknames, other, server, setUpMembers } from './members.fixture.ts';

setUpMembers();

/** An edit by the admin, approved by the person concerned if it ends their role as an admin. */
async function editOf(person: Person, body: object): Promise<ApiAnswer> {
  const answer = await edit(admin, person.nickname, body);
  return answer.body.code === 'APPROVAL_NEEDED'
    ? requestAndApprove(admin, person, person.nickname, body)
    : answer;
}

async function requestAndApprove(
  requester: Person,
  approver: Person,
  nickname: string,
  body: object,
): Promise<ApiAnswer> {
  const requested = await server.request('POST', '/approvals', {
    token: requester.token,
    body: { kind: 'role', nickname, ...body },
  });
  expect(requested.status).toBe(201);
  const path = `/approvals/${requested.body.approvalId}/approve`;
  return server.request('POST', path, { token: approver.token, body: {} });
}

describe('an edit takes effect within a second', () => {
  const see = async (who: Person) => (await list(who)).status;

  test('deactivation ends the sessions once; the member signs in again and reads', async () => {
    const member = await server.member({ active: true });
    expect(await see(member)).toBe(200);
    expect(await edit(admin, member.nickname, { status: 'inactive' })).toMatchObject({ status: 200 });
    expect(await see(member)).toBe(401);
    const again = await server.signIn(member.nickname, member.password);
    expect((await list(again)).body.items[0].status).toBe('inactive');
  });

  test('activation ends sessions of before a deactivation that a crash left open', async () => {
    const member = await server.member({ active: true });
    await changeAccount(server, member, (account) => deactivate(account, { isLastAdmin: false }));
    await expect.poll(() => see(member)).toBe(401);
    expect((await edit(admin, member.nickname, { status: 'active' })).status).toBe(200);
    expect(await see(member)).toBe(401);
    expect(await see(await server.signIn(member.nickname, member.password))).toBe(200);
  });

  test('a deactivated account differs from one that awaits activation', async () => {
    const member = await server.member();
    const shown = async (status: string) =>
      (await list(admin, `?search=${member.nickname}&status=${status}`)).body.items;
    const counted = async () =>
      (await server.request('GET', '/admin/awaiting-members', { token: admin.token })).body;
    await edit(admin, member.nickname, { referralCode: 'LATER' });
    const before = await counted();
    expect(before).toEqual({ total: expect.any(Number), oldest: expect.any(String) });
    expect(await shown('awaiting')).toMatchObject([{ status: 'inactive', activatedAt: null }]);
    expect(await shown('deactivated')).toEqual([]);
    await edit(admin, member.nickname, { status: 'active' });
    expect(await shown('inactive')).toEqual([]);
    await edit(admin, member.nickname, { status: 'inactive' });
    expect((await counted()).total).toBe(before.total - 1);
    const deactivated = await shown('deactivated');
    expect(deactivated).toMatchObject([{ status: 'inactive', activatedAt: expect.any(String) }]);
    expect(await shown('inactive')).toEqual(deactivated);
    expect(await shown('awaiting')).toEqual([]);
  });

  test('granting a role ends the sessions, and the next token has the role', async () => {
    const member = await server.member({ active: true });
    await edit(admin, member.nickname, { manager: true });
    expect(await see(member)).toBe(401);
    const again = await server.signIn(member.nickname, member.password);
    expect(JSON.parse(Buffer.from(again.token.split('.')[1] ?? '', 'base64url').toString()).manager).toBe(
      true,
    );
    expect((await server.request('GET', '/user/manager/users', { token: again.token })).status).toBe(200);
    await edit(admin, member.nickname, { manager: false });
    const later = await server.signIn(member.nickname, member.password);
    expect((await server.request('GET', '/user/manager/users', { token: later.token })).status).toBe(403);
  });

  test.each(['admin', 'manager'] as const)(
    'a deactivated %s signs in without the role, so that they cannot activate themselves',
    async (role) => {
      const member = await server.member({ active: true });
      await edit(admin, member.nickname, { [role]: true });
      const before = await server.signIn(member.nickname, member.password);
      expect((await editOf(before, { status: 'inactive' })).status).toBe(200);
      const again = await server.signIn(member.nickname, member.password);
      expect(JSON.parse(Buffer.from(again.token.split('.')[1] ?? '', 'base64url').toString())[role]).toBe(
        false,
      );
      expect(await edit(again, member.nickname, { status: 'active' })).toMatchObject({ status: 403 });
      expect(await edit(again, other.nickname, { bankName: '새은행' })).toMatchObject({ status: 403 });
      expect(nicknames(await list(again))).toEqual([member.nickname]);
      await edit(admin, member.nickname, { status: 'active' });
      const restored = await server.signIn(member.nickname, member.password);
      expect((await server.request('GET', '/user/manager/users', { token: restored.token })).status).toBe(
        200,
      );
      expect((await editOf(restored, { [role]: false })).status).toBe(200);
    },
  );

  test('a manager cannot edit a member whom the ledger has made staff, even if the read model is late', async () => {
    const member = await server.member({ active: true });
    await edit(admin, member.nickname, { admin: true });
    const promoted = await server.signIn(member.nickname, member.password);
    const late = 'update read_accounts.accounts set admin = $2 where member_id = $1';
    await server.pool.query(late, [member.memberId, false]);
    const refused = await edit(manager, member.nickname, { status: 'inactive', phone: '01099887755' });
    await server.pool.query(late, [member.memberId, true]);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await editOf(promoted, { admin: false })).status).toBe(200);
    expect(await edit(admin, member.nickname, { telegram: 'kept' })).toMatchObject({
      body: { user: { status: 'active', isVerified: true, admin: false } },
    });
  });

  test('a new phone has to be verified before the next sign-in', async () => {
    const member = await server.member({ active: true });
    expect(await edit(admin, member.nickname, { phone: '010-1234' })).toMatchObject({ status: 422 });
    const { body } = await edit(admin, member.nickname, { phone: '01099887766' });
    expect(body.user).toMatchObject({ phone: '+821099887766', isVerified: false });
    const credentials = { nickname: member.nickname, password: member.password };
    const signIn = () => server.request('POST', '/user/login', { body: credentials, language: 'en' });
    expect(await signIn()).toMatchObject({
      status: 403,
      body: { error: 'User not Verified', code: 'USER_NOT_VERIFIED' },
    });
    const { nickname } = member;
    expect(await server.request('POST', '/user/users/resendverify', { body: { nickname } })).toMatchObject({
      status: 200,
    });
    await expect.poll(() => server.codeSentTo('+821099887766')).toMatch(/^\d{6}$/);
    const code = await server.codeSentTo('+821099887766');
    expect(await server.request('POST', '/user/users/verify', { body: { nickname, code } })).toMatchObject({
      status: 200,
      body: { data: { isVerified: true } },
    });
    expect(await signIn()).toMatchObject({ status: 200 });
  });
});
