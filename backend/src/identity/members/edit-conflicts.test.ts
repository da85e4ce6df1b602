import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';

let member: Person;
const server = await startTestServer();
const manager = await server.member({ manager: true, active: true });
const admin = await server.admin();
afterAll(() => server.close());
beforeEach(async () => {
  member = await server.member();
});

const edit = (by: Person, body: object, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  server.request('PUT', `/user/users/${member.nickname}`, {
    token: by.token,
    body: { confirmAlone: member.nickname, ...body },
    headers,
    language: 'en',
  });
const see = async (by: Person = admin) =>
  (await server.request('GET', `/user/users/${member.nickname}`, { token: by.token })).body;
const asAfterACrash = () => server.pool.query('delete from app.commands');

describe('a member’s revision', () => {
  test('is the same for everyone who may see the member, in every list', async () => {
    const { revision } = await see();
    expect(revision).toMatch(/^[0-9a-f]{24}$/);
    const path = `?search=${member.nickname.toLowerCase()}`;
    const lists = [
      await server.request('GET', `/user/users${path}`, { token: admin.token }),
      await server.request('GET', `/user/manager/users${path}&all=true`, { token: manager.token }),
    ];
    expect(lists.map(({ body }) => body.items[0].revision)).toEqual([revision, revision]);
    const { body } = await server.request('GET', `/admin/members/${member.memberId}`, { token: admin.token });
    expect([body.revision, (await see(manager)).revision]).toEqual([revision, revision]);
  });

  test('changes with every edited field, and not with an edit that changes nothing', async () => {
    const revisions = [(await see()).revision];
    for (const body of [
      { phone: '010-7777-1234' },
      { telegram: 'another' },
      { referralCode: 'ANOTHER' },
      { bankName: '새은행' },
      { bankAccount: '0012' },
      { tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      { status: 'active' },
      { manager: true },
      { admin: true },
    ]) {
      const { user } = (await edit(admin, { ...body, expectedRevision: revisions.at(-1) })).body;
      expect((await edit(admin, body)).body.user.revision).toBe(user.revision);
      revisions.push(user.revision);
    }
    expect(new Set(revisions).size).toBe(10);
  });
});

describe('an edit of a member who has changed since', () => {
  const refusedWith = (user: object) => ({
    status: 409,
    body: { code: 'MEMBER_CHANGED', error: 'This member changed while you were looking.', details: { user } },
  });

  test('is refused with the current values, for managers and admins, and changes nothing', async () => {
    const { revision } = await see();
    await edit(admin, { bankName: '새은행', status: 'active' });
    const now = await see();
    for (const [by, body] of [
      [admin, { telegram: 'late' }],
      [admin, { status: 'inactive', telegram: 'late' }],
      [manager, { referralCode: 'LATE' }],
    ] as const) {
      const { tetherIdImage, ...seen } = now;
      const image = by === admin ? { tetherIdImage } : { tetherIdImage: null };
      expect(await edit(by, { ...body, expectedRevision: revision })).toMatchObject(
        refusedWith({ ...seen, ...image }),
      );
    }
    expect(await see()).toEqual(now);
    expect((await edit(admin, { telegram: 'seen', expectedRevision: now.revision })).status).toBe(200);
  });

  test('is accepted without a revision, as in the specification, and if it changes nothing', async () => {
    const { revision } = await see();
    await edit(admin, { bankName: '새은행' });
    expect((await edit(admin, { telegram: 'unseen' })).status).toBe(200);
    expect((await edit(admin, { bankName: '새은행', expectedRevision: revision })).status).toBe(200);
  });

  test('is detected by the ledger, even if the read model is late', async () => {
    const { revision } = await see();
    await edit(admin, { status: 'active' });
    const late = 'update read_accounts.accounts set status = $2 where member_id = $1';
    await server.pool.query(late, [member.memberId, 'inactive']);
    expect((await see()).revision).toBe(revision);
    const refused = await edit(manager, { telegram: 'late', expectedRevision: revision });
    await server.pool.query(late, [member.memberId, 'active']);
    expect(refused).toMatchObject(refusedWith({ status: 'active' }));
  });

  test('is stored under its key without personal data', async () => {
    const { revision } = await see();
    await edit(admin, { bankAccount: '998877665544' });
    const headers = { 'idempotency-key': `stale ${member.memberId}` };
    const stale = { telegram: 'late', expectedRevision: revision };
    for (const answer of [await edit(admin, stale, headers), await edit(admin, stale, headers)])
      expect(answer).toMatchObject(refusedWith({ bankAccount: '998877665544' }));
    const { rows } = await server.pool.query('select * from app.commands');
    expect(JSON.stringify(rows)).not.toContain('998877665544');
  });
});

describe('of two concurrent editors who saw the same revision', () => {
  // One edit writes events, the other a row; then both write both.
  test.each([
    [{ status: 'active' }, { bankName: '둘째은행' }],
    [{ telegram: 'first' }, { telegram: 'second' }],
    [
      { referralCode: 'FIRST', bankName: '첫은행' },
      { manager: true, bankName: '둘째은행' },
    ],
  ])('one changes the member and the other is refused with the change: %j, %j', async (first, second) => {
    for (let round = 0; round < 2; round++) {
      member = await server.member();
      const before = await see();
      const answers = await Promise.all(
        [first, second].map((body) => edit(admin, { ...body, expectedRevision: before.revision })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const won = answers[0]?.status === 200 ? first : second;
      const { revision, ...now } = await see();
      expect({
        ...now,
        revision: before.revision,
        activatedAt: null,
        payoutWaitsUntil: null,
        payoutNeedsConsent: false,
      }).toEqual({ ...before, ...won });
      const [lost] = answers.filter(({ status }) => status === 409);
      expect(lost?.body.details.user).toMatchObject({ ...won, revision });
    }
  });

  test('the later one waits for the earlier one, also in another process', async () => {
    const { revision } = await see();
    const elsewhere = await server.pool.connect();
    try {
      await elsewhere.query('begin');
      await elsewhere.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `edits of ${member.memberId}`,
      ]);
      const late = edit(admin, { telegram: 'late', expectedRevision: revision });
      const waiting = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`;
      const count = async () => (await server.pool.query<{ count: number }>(waiting)).rows[0]?.count;
      await expect.poll(count).toBe(1);
      await elsewhere.query(`update app.members set bank_name = '새은행' where id = $1`, [member.memberId]);
      await elsewhere.query('commit');
      expect(await late).toMatchObject({ status: 409, body: { details: { user: { bankName: '새은행' } } } });
    } finally {
      elsewhere.release();
    }
  });

  test('at most one of many with a revision succeeds', async () => {
    const { revision } = await see();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        edit(admin, {
          ...(index % 3 > 0 && { expectedRevision: revision }),
          telegram: `t${index}`,
          referralCode: `R${index}`,
        }),
      ),
    );
    const silent = answers.filter((_, index) => index % 3 === 0);
    expect(new Set(silent.map(({ status }) => status))).toEqual(new Set([200]));
    const others = answers.filter((_, index) => index % 3 > 0).map(({ status }) => status);
    expect(others.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(others.filter((status) => status !== 200))).toEqual(new Set([409]));
    const { telegram, referralCode } = await see();
    expect(referralCode.slice(1)).toBe(telegram.slice(1));
  });
});

describe('a repeated edit whose reply was lost in a crash', () => {
  const headers = { 'idempotency-key': 'edit-again' };

  test.each([{ status: 'active', bankName: '새은행' }, { bankName: '새은행' }])(
    'is answered as successful: %j',
    async (body) => {
      const requested = { ...body, expectedRevision: (await see()).revision };
      expect((await edit(admin, requested, headers)).status).toBe(200);
      await asAfterACrash();
      expect(await edit(admin, requested, headers)).toMatchObject({ status: 200, body: { user: body } });
    },
  );

  test('completes a partly executed edit', async () => {
    const before = await see();
    const requested = { status: 'active', bankName: '새은행', expectedRevision: before.revision };
    await edit(admin, requested, headers);
    // The events were appended, but the row was not written.
    const halfWay = 'update app.members set bank_name = $2 where id = $1';
    await server.pool.query(halfWay, [member.memberId, before.bankName]);
    await asAfterACrash();
    expect((await edit(admin, { ...requested, telegram: 'other' })).status).toBe(409);
    expect(await edit(admin, requested, headers)).toMatchObject({
      status: 200,
      body: { user: { status: 'active', bankName: '새은행' } },
    });
  });
});
