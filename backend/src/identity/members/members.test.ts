import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';

let server: TestServer;
let admin: Person;
let manager: Person;
let member: Person;
let other: Person;

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.member({ manager: true, active: true, nickname: 'Manager1' });
  afterAll(() => server.close());
  member = await server.member({ active: true, nickname: 'Member1' });
  other = await server.member({ nickname: 'Other1' });
  admin = await server.admin();
});

const edit = (by: Person | undefined, nickname: string, body: object, headers: Record<string, string> = {}) =>
  server.request('PUT', `/user/users/${nickname}`, {
    body: { confirmAlone: nickname, ...body },
    headers,
    language: 'en',
    ...(by && { token: by.token }),
  });
const list = (by: Person, query = '') => server.request('GET', `/user/users${query}`, { token: by.token });
const nicknames = (answer: { body: { items: { nickname: string }[] } }) =>
  answer.body.items.map(({ nickname }) => nickname);
const eventTypes = async (memberId: string): Promise<string[]> =>
  (
    await server.log.readStream(memberStream(memberId as MemberId), { direction: 'forwards', limit: 100 })
  ).map(({ type }) => type);

describe('seeing members:', () => {
  test('answers with members are not cached by browsers', async () => {
    const paths = ['/user/users', `/user/users/${member.nickname}`, '/user/payment-methods', '/chat/unread'];
    for (const path of [...paths, `/admin/members/${member.memberId}`, '/inquiry/all/active', '/audit/log']) {
      const { status, headers } = await server.request('GET', path, { token: admin.token });
      expect([path, status, headers.get('cache-control'), headers.get('etag')]).toEqual([
        path,
        200,
        'no-store',
        null,
      ]);
    }
  });

  test('an admin sees everyone, with the link of the ID photo', async () => {
    const { body } = await list(admin);
    expect(nicknames({ body })).toEqual(['Other1', 'Member1', 'Manager1', 'RootAdmin']);
    const [first] = body.items;
    expect(first.tetherIdImage).toBe(`/api/v1/user/${other.memberId}/image`);
  });

  test('a manager sees plain members only, without images', async () => {
    const { body } = await list(manager);
    expect(nicknames({ body })).toEqual(['Other1', 'Member1']);
    expect(body.items.map(({ tetherIdImage }: { tetherIdImage: unknown }) => tetherIdImage)).toEqual([
      null,
      null,
    ]);
  });

  test('a member sees only themselves, a visitor no one', async () => {
    expect(nicknames(await list(member))).toEqual(['Member1']);
    expect(await server.request('GET', '/user/users', { language: 'en' })).toMatchObject({
      status: 401,
      body: { error: 'Invalid or expired token' },
    });
  });

  test('a single member follows the same rule; others are answered as not found', async () => {
    const see = async (by: Person, nickname: string) =>
      (await server.request('GET', `/user/users/${nickname}`, { token: by.token })).status;
    expect([await see(admin, 'manager1'), await see(admin, 'nobody')]).toEqual([200, 404]);
    expect([
      await see(manager, 'Member1'),
      await see(manager, 'Manager1'),
      await see(manager, 'RootAdmin'),
    ]).toEqual([200, 200, 404]);
    expect([await see(member, 'Member1'), await see(member, 'Other1')]).toEqual([200, 404]);
  });

  test('the list is paged and searched by part of the nickname, taken literally', async () => {
    const first = await list(admin, '?limit=3');
    const second = await list(admin, `?limit=3&cursor=${first.body.nextCursor}`);
    expect([...nicknames(first), ...nicknames(second)]).toEqual([
      'Other1',
      'Member1',
      'Manager1',
      'RootAdmin',
    ]);
    expect(second.body.nextCursor).toBeNull();
    expect(nicknames(await list(admin, '?search=MEM'))).toEqual(['Member1']);
    expect(nicknames(await list(admin, '?search=%25'))).toEqual([]);
    expect(await list(admin, '?limit=101')).toMatchObject({ status: 400 });
    expect(await list(admin, '?cursor=..')).toMatchObject({ status: 400 });
  });

  test("a manager's list has members who signed up with the manager's code, and all on request", async () => {
    const own = (await server.request('GET', '/user/users/Manager1', { token: manager.token })).body
      .inviteCode;
    const guest = await server.member({ referralCode: own });
    const referred = (query: string) =>
      server.request('GET', `/user/manager/users${query}`, { token: manager.token });
    expect(nicknames(await referred(''))).toEqual([guest.nickname]);
    expect(nicknames(await referred('?all=true'))).toEqual([guest.nickname, 'Other1', 'Member1']);
    expect(await server.request('GET', '/user/manager/users', { token: member.token })).toMatchObject({
      status: 403,
    });
  });
});

describe('editing members:', () => {
  test.each([
    ['a visitor', (): Person | undefined => undefined, 'Other1', {}, 401],
    ['a member, also oneself,', (): Person => member, 'Member1', {}, 403],
    ['a manager an admin', (): Person => manager, 'RootAdmin', {}, 403],
    ['a manager a manager, also oneself,', (): Person => manager, 'Manager1', {}, 403],
    ['a manager anybody to manager', (): Person => manager, 'Other1', { manager: true }, 403],
    ['a manager anybody to admin', (): Person => manager, 'Other1', { admin: true }, 403],
    ['a manager nobody at all', (): Person => manager, 'nobody', {}, 404],
    [
      'a manager a plain member',
      () => manager,
      'Other1',
      { telegram: 'new', admin: false, manager: false },
      200,
    ],
    ['an admin anybody', (): Person => admin, 'Manager1', { telegram: 'new' }, 200],
  ] as const)('%s: %#', async (_, by, nickname, body, status) => {
    expect((await edit(by(), nickname, body)).status).toBe(status);
  });

  test('no one but a single admin can set their own invite code as a member’s referral code, in any case', async () => {
    const codeOf = async ({ nickname }: Person): Promise<string> =>
      (await server.request('GET', `/user/users/${nickname}`, { token: admin.token })).body.inviteCode;
    const own = await codeOf(manager);
    const guest = await server.member({ referralCode: own });
    const given = await server.member();
    for (const referralCode of [own, own.toLowerCase()])
      expect(await edit(manager, given.nickname, { referralCode, telegram: 'new' })).toMatchObject({
        status: 403,
        body: { code: 'REFERRAL_CODE_OWN' },
      });
    expect(await eventTypes(given.memberId)).not.toContain('ReferralCodeChanged');
    // Members who signed up with it keep it, and clients send it unchanged.
    expect((await edit(manager, guest.nickname, { referralCode: own, telegram: 'new' })).status).toBe(200);
    expect((await edit(manager, given.nickname, { referralCode: await codeOf(other) })).status).toBe(200);
    expect((await edit(admin, given.nickname, { referralCode: await codeOf(admin) })).status).toBe(200);
  });

  test('a referral code in another case is that of its member, or of those who gave it before', async () => {
    const see = async ({ nickname }: Person) =>
      (await server.request('GET', `/user/users/${nickname}`, { token: admin.token })).body;
    const { inviteCode } = await see(other);
    const guest = await server.member({ referralCode: inviteCode.toLowerCase() });
    expect((await see(guest)).referralCode).toBe(inviteCode);
    const codes = [];
    for (const referralCode of ['Autumn', 'AUTUMN', inviteCode.toLowerCase()]) {
      await edit(admin, guest.nickname, { referralCode });
      codes.push((await see(guest)).referralCode);
    }
    const later = await server.member({ referralCode: 'aUTUMN' });
    expect(codes).toEqual(['Autumn', 'Autumn', inviteCode]);
    expect((await see(later)).referralCode).toBe('aUTUMN');
    expect((await see(await server.member({ referralCode: 'AUTUMN' }))).referralCode).toBe('aUTUMN');
  });

  test('every field of section 5 can be changed, and read-only ones stay as they are', async () => {
    const before = (await list(admin, '?search=other1')).body.items[0];
    const changes = {
      telegram: 'changed',
      bankName: '새은행',
      bankAccount: 7_000,
      tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      referralCode: 'NEWCODE',
      status: 'active',
    };
    const { status, body } = await edit(manager, 'Other1', {
      ...before,
      ...changes,
      username: 'u',
      nickname: 'n1',
      fullName: 'f',
      dob: '2000-01-01',
    });
    expect(status).toBe(200);
    const now = {
      bankAccount: '7000',
      tetherIdImage: null,
      activatedAt: expect.any(String),
      payoutWaitsUntil: expect.any(String),
      payoutNeedsConsent: true,
      revision: expect.any(String),
    };
    expect(body.user).toEqual({ ...before, ...changes, ...now });
    const { rows } = await server.pool.query(
      `select actor_id, content -> 'details' as details from app.audit_log where action = 'member-edited' and subject_id = $1 order by sequence desc limit 1`,
      [other.memberId],
    );
    expect(rows).toEqual([
      {
        actor_id: manager.memberId,
        details: {
          fields: ['telegram', 'bank_name', 'bank_account', 'tether_address', 'referral_code', 'status'],
          events: [expect.any(String), expect.any(String)],
        },
      },
    ]);
  });

  test('an edit with an invalid field is refused as a whole: neither event nor row is written', async () => {
    const events = await eventTypes(member.memberId);
    expect(await edit(admin, 'Member1', { status: 'inactive', tetherAddress: 'x' })).toMatchObject({
      status: 422,
    });
    expect(await edit(admin, 'Member1', { status: 'inactive', phone: '010' })).toMatchObject({
      status: 422,
      body: { error: 'Please enter a valid phone number.' },
    });
    const taken = (await list(admin, '?search=other1')).body.items[0].phone;
    expect(await edit(admin, 'Member1', { status: 'inactive', phone: taken })).toMatchObject({ status: 409 });
    expect(await edit(admin, 'Member1', { status: 'gone' })).toMatchObject({ status: 400 });
    expect(await eventTypes(member.memberId)).toEqual(events);
  });

  test('a record may be sent back as it was fetched, with the fields that are empty in it', async () => {
    const recordOf = async (nickname: string) =>
      (await server.request('GET', `/user/users/${nickname}`, { token: admin.token })).body;
    const empty = await recordOf(admin.nickname);
    expect(empty).toMatchObject({ phone: null, bankName: '', telegram: '', referralCode: null });
    for (const blank of [empty, { ...empty, phone: '', bankName: null, referralCode: '' }])
      expect(await edit(admin, admin.nickname, { ...blank, telegram: 'root' })).toMatchObject({
        status: 200,
        body: { user: { ...empty, telegram: 'root', revision: expect.any(String) } },
      });
    const full = await recordOf('Member1');
    for (const field of ['phone', 'telegram', 'referralCode', 'bankName', 'bankAccount', 'tetherAddress'])
      for (const blank of ['', null])
        expect(await edit(admin, 'Member1', { ...full, [field]: blank })).toMatchObject({
          status: 422,
          body: { details: { fields: { [field]: expect.stringMatching(/_(REQUIRED|INVALID)$/) } } },
        });
    expect(await edit(manager, admin.nickname, { telegram: '' })).toMatchObject({ status: 403 });
    expect(await recordOf('Member1')).toEqual(full);
  });

  test('twice as many concurrent edits as database connections all succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        edit(admin, index % 2 === 0 ? 'Member1' : 'Other1', { admin: false, telegram: `t${index}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('one person edits the same member a limited number of times in a day; another still can', async () => {
    const { nickname } = await server.member();
    const by = `select key from app.rate_limits where key like 'edits:%'`;
    const { rows: before } = await server.pool.query(by);
    const first = { 'idempotency-key': 'the first edit of a day' };
    expect((await edit(manager, nickname, { status: 'active' }, first)).status).toBe(200);
    await server.pool.query(
      `update app.rate_limits set points = 1000000 where key like 'edits:%' and key <> all($1)`,
      [before.map(({ key }) => key)],
    );
    expect(await edit(manager, nickname, { status: 'inactive' })).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    });
    expect((await edit(manager, nickname, { status: 'active' }, first)).status).toBe(200);
    expect((await edit(admin, nickname, { status: 'inactive' })).status).toBe(200);
    expect((await edit(manager, member.nickname, { telegram: 'again' })).status).toBe(200);
  });

  test('an edit that changes nothing appends nothing', async () => {
    const { headers, status } = await edit(admin, 'Member1', { status: 'active', admin: false });
    expect([status, headers.get('ledger-event')]).toEqual([200, null]);
  });

  test('a repeated key returns the same event, and is refused with another body', async () => {
    const headers = { 'idempotency-key': 'toggle-1' };
    const first = await edit(admin, 'Member1', { referralCode: 'KEYED' }, headers);
    const again = await edit(admin, 'Member1', { referralCode: 'KEYED' }, headers);
    expect(first.headers.get('ledger-event')).toMatch(/^[0-9a-f-]{36}$/);
    expect(again.headers.get('ledger-event')).toBe(first.headers.get('ledger-event'));
    expect(await edit(admin, 'Member1', { referralCode: 'ELSE' }, headers)).toMatchObject({ status: 422 });
  });
});

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
    await expect.poll(() => server.codeSentTo('+821099887766').catch(() => '')).toMatch(/^\d{6}$/);
    const code = await server.codeSentTo('+821099887766');
    expect(await server.request('POST', '/user/users/verify', { body: { nickname, code } })).toMatchObject({
      status: 200,
      body: { data: { isVerified: true } },
    });
    expect(await signIn()).toMatchObject({ status: 200 });
  });
});

describe('the last admin', () => {
  test('can be neither demoted nor deactivated', async () => {
    for (const body of [{ admin: false }, { status: 'inactive' }, { admin: false, status: 'inactive' }])
      expect(await edit(admin, 'RootAdmin', body)).toMatchObject({
        status: 409,
        body: { code: 'LAST_ADMIN', error: 'The last active admin cannot lose the role or be deactivated.' },
      });
    admin = await server.admin();
    expect(await edit(admin, 'RootAdmin', { admin: true, status: 'active', telegram: 'root' })).toMatchObject(
      { status: 200 },
    );
  });

  test('an inactive admin does not count as another one', async () => {
    const second = await server.member();
    await edit(admin, second.nickname, { admin: true });
    expect(await edit(admin, 'RootAdmin', { admin: false })).toMatchObject({ status: 409 });
    admin = await server.admin();
    await edit(admin, second.nickname, { admin: false });
  });

  test('stays when two admins approve each other’s removal at once: exactly one is removed', async () => {
    for (const change of [{ admin: false }, { status: 'inactive' }]) {
      const second = await server.member({ active: true });
      await edit(admin, second.nickname, { admin: true });
      const rival = await server.signIn(second.nickname, second.password);
      const requestApproval = async (by: Person, nickname: string) => {
        const body = { kind: 'role', nickname, ...change };
        return (await server.request('POST', '/approvals', { token: by.token, body })).body.approvalId;
      };
      const [ofRival, ofRoot] = [
        await requestApproval(admin, second.nickname),
        await requestApproval(rival, 'RootAdmin'),
      ];
      const approve = (by: Person, id: string) =>
        server.request('POST', `/approvals/${id}/approve`, { token: by.token, body: {} });
      const answers = await Promise.all([approve(rival, ofRival), approve(admin, ofRoot)]);
      // The second admin is signed out or no longer an admin, or the request's author is no longer one.
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
      const rootFell = statuses[1] === 200;
      const survivor = rootFell
        ? await server.signIn(second.nickname, second.password)
        : await server.admin();
      const restored = await edit(survivor, 'RootAdmin', { admin: true, status: 'active' });
      expect(restored.status).toBe(200);
      admin = await server.admin();
      // The request to remove the other one is still waiting.
      if (rootFell) expect((await approve(survivor, ofRival)).status).toBe(200);
    }
  });
});
