import { describe, expect, test } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import {
  admin,
  edit,
  eventTypes,
  list,
  manager,
  member,
  other,
  server,
  setUpMembers,
} from './members.fixture.ts';

setUpMembers();

describe('editing members:', () => {
  test.each([
    ['a visitor', (): Person | undefined => undefined, 'Other1', {}, 401],
    ['a member, also oneself,', (): Person => member, 'Member1', {}, 403],
    ['a manager an admin', (): Person => manager, 'RootAdmin', {}, 403],
    ['a manager a manager, also oneself,', (): Person => manager, 'Manager1', {}, 403],
    ['a manager anybody to manager', (): Person => manager, 'Other1', { manager: true }, 403],
    ['a manager anybody to admin', (): Person => manager, 'Other1', { admin: true }, 403],
    ['a manager an unknown member', (): Person => manager, 'unknown', {}, 404],
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

  test('every field of section 5 can be changed, with the read-only ones sent along', async () => {
    const before = (await list(admin, '?search=other1')).body.items[0];
    const changes = {
      telegram: 'changed',
      bankName: '새은행',
      bankAccount: 7_000,
      tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      referralCode: 'NEWCODE',
      status: 'active',
    };
    const { status, body } = await edit(manager, 'Other1', { ...before, ...changes });
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

  test.each([
    ['username', 'u'],
    ['nickname', 'n1'],
    ['fullName', 'f'],
    ['dob', '2000-01-01'],
    ['dob', null],
  ])('another value of the read-only %s is refused, and nothing is changed: %s', async (field, value) => {
    const seen = async () => (await list(admin, '?search=other1')).body.items[0];
    const before = await seen();
    expect(await edit(admin, 'Other1', { ...before, telegram: 'refused', [field]: value })).toMatchObject({
      status: 400,
      body: {
        code: 'MEMBER_FIELD_READ_ONLY',
        error: 'Username, nickname, full name and date of birth cannot be changed.',
        details: { fields: { [field]: 'MEMBER_FIELD_READ_ONLY' } },
      },
    });
    expect(await seen()).toEqual(before);
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
