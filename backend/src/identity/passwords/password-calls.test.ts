import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { lockWaits } from '../../../../test/lock-waits.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';

const server = await startTestServer();
afterAll(() => server.close());
beforeEach(() => server.pool.query('truncate app.one_time_codes, app.rate_limits'));

const signIn = (nickname: string, password: string) =>
  server.request('POST', '/user/login', { body: { nickname, password }, language: 'en' });
const change = (person: Person, body: object, language: 'ko' | 'en' = 'en') =>
  server.request('PUT', '/user/password', { token: person.token, body, language });
const requestCode = (nickname: string) =>
  server.request('POST', '/user/recover-password/code', { body: { nickname }, language: 'en' });
const recover = (body: object, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/user/recover-password', { body, language });
const isSignedIn = async ({ token }: Person) =>
  (await server.request('GET', '/user/users', { token })).status === 200;
const { messages, phoneOf, recoveryCode } = server;
const withoutId = ({ status, body }: ApiAnswer) => ({ status, body: { ...body, requestId: '' } });
const minuteLater = () =>
  server.pool.query(`update app.one_time_codes set created_at = created_at - interval '61 seconds'`);

describe('changing the password', () => {
  test('needs the current password, ends the other sessions and keeps this one', async () => {
    const person = await server.member();
    const elsewhere = await server.signIn(person.nickname, person.password);
    const body = { currentPassword: person.password, password: 'changed1', confirmPassword: 'changed1' };
    expect(await change(person, body)).toMatchObject({ status: 200, body: { message: 'Password changed' } });
    expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await signIn(person.nickname, person.password)).status).toBe(401);
    expect((await signIn(person.nickname, 'changed1')).status).toBe(200);
  });

  test.each([
    [
      'wrong current',
      { currentPassword: 'other1', password: 'changed1' },
      'CURRENT_PASSWORD_WRONG',
      '현재 비밀번호가 올바르지 않아요.',
    ],
    ['no current', { password: 'changed1' }, 'CURRENT_PASSWORD_WRONG', '현재 비밀번호가 올바르지 않아요.'],
    [
      'short',
      { currentPassword: 'secret1', password: 'ab1' },
      'PASSWORD_TOO_SHORT',
      '비밀번호는 5자 이상이어야 해요.',
    ],
    [
      'letters only',
      { currentPassword: 'secret1', password: 'letters' },
      'PASSWORD_INVALID',
      '비밀번호에는 영문과 숫자가 하나 이상씩 있어야 해요.',
    ],
    [
      'not confirmed',
      { currentPassword: 'secret1', password: 'changed1', confirmPassword: 'changed2' },
      'PASSWORD_MISMATCH',
      '비밀번호가 서로 달라요. 두 칸에 같은 비밀번호를 입력해 주세요.',
    ],
  ])('is refused with a password that is %s, and nothing changes', async (_, body, code, error) => {
    const person = await server.member();
    expect(await change(person, body, 'ko')).toMatchObject({ status: 422, body: { code, error } });
    expect((await signIn(person.nickname, person.password)).status).toBe(200);
  });

  test('allows ten wrong current passwords, which do not block the owner’s sign-in', async () => {
    const person = await server.member();
    const guess = () => change(person, { currentPassword: 'guess1', password: 'changed1' });
    for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(422);
    const refused = await change(person, { currentPassword: person.password, password: 'changed1' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect((await signIn(person.nickname, person.password)).status).toBe(200);
  });

  test('accepts one of two concurrent changes', async () => {
    const person = await server.member();
    const changeTo = async (password: string) => {
      const body = { currentPassword: person.password, password };
      const answer = await change(person, body);
      // The other change came between reading the password and checking its row: the client has to repeat the call.
      return answer.status === 503 ? change(person, body) : answer;
    };
    const answers = await Promise.all(['changed1', 'changed2'].map(changeTo));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('counts one that was made, not one that came too late', async () => {
    const person = await server.member();
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from app.sessions where member_id = $1 for update', [person.memberId]);
      const changes = ['changed1', 'changed2'].map((password) =>
        change(person, { currentPassword: person.password, password }),
      );
      await expect.poll(() => lockWaits(server.pool), { timeout: 2_500 }).toBe(2);
      await client.query('commit');
      expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 422]);
    } finally {
      client.release();
    }
    const counted = `select points from app.rate_limits where key like 'credential-changes:%'`;
    expect((await server.pool.query(counted)).rows).toEqual([{ points: 1 }]);
  });

  test('ends a concurrent sign-in with the old password', async () => {
    const person = await server.member();
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update app.credentials set password_hash = 'another' where member_id = $1`, [
        person.memberId,
      ]);
      const signingIn = signIn(person.nickname, person.password);
      // The sign-in has verified the old password and waits for the change.
      const waiting = async () =>
        (
          await server.pool.query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%credentials%'`,
          )
        ).rows[0]?.count;
      await expect.poll(waiting).toBe(1);
      await client.query('commit');
      expect(await signingIn).toMatchObject({ status: 401, body: { code: 'CREDENTIALS_WRONG' } });
    } finally {
      client.release();
    }
  });
});

describe('a forgotten password', () => {
  test('is replaced with a code sent to the phone, once; every session ends', async () => {
    const person = await server.member();
    await server.pool.query('update app.members set phone_verified = false where id = $1', [person.memberId]);
    await enterAsFound(server.pool, 'app.members', person.memberId);
    const code = await recoveryCode(person);
    const body = { nickname: person.nickname.toUpperCase(), code, password: 'changed1' };
    expect(await recover(body)).toMatchObject({ status: 200 });
    expect(await isSignedIn(person)).toBe(false);
    expect((await signIn(person.nickname, person.password)).status).toBe(401);
    // The code has also verified the phone.
    expect(await signIn(person.nickname, 'changed1')).toMatchObject({
      status: 200,
      body: { user: { isVerified: true } },
    });
    expect(await recover({ ...body, password: 'changed2' })).toMatchObject({
      status: 422,
      body: { error: 'Invalid OTP. Please try again.', code: 'OTP_WRONG' },
    });
  });

  test('accepts only codes sent for a recovery, which are valid for nothing else', async () => {
    const person = await server.member();
    const { nickname } = person;
    const phone = await phoneOf(person);
    const local = `0${phone.slice(3)}`;

    await server.request('POST', '/user/users/sendCode', { body: { phone: local } });
    const signUpCode = await server.codeSentTo(phone);
    expect((await recover({ nickname, code: signUpCode, password: 'changed1' })).status).toBe(422);

    await server.request('POST', '/user/users/resendverify', { body: { nickname } });
    await expect.poll(() => server.codeSentTo(phone)).not.toBe(signUpCode);
    const otp = await server.codeSentTo(phone);
    expect((await recover({ nickname, code: otp, password: 'changed1' })).status).toBe(422);

    const code = await recoveryCode(person);
    const verify = (body: object) => server.request('POST', '/user/users/verify', { body });
    expect((await verify({ nickname, code })).status).toBe(422);
    expect((await verify({ phone: local, verificationCode: code })).status).toBe(422);
    // Requesting it did not invalidate other codes.
    expect((await verify({ nickname, code: otp })).status).toBe(200);
    expect((await recover({ nickname, code, password: 'changed1' })).status).toBe(200);
  });

  test('gets the same answers for a nickname with an account as for one without', async () => {
    const person = await server.member();
    const known = await requestCode(person.nickname);
    expect(known).toMatchObject({ status: 200, body: { resendAfterSeconds: 60 } });
    const unknown = await requestCode('nobody1');
    expect(withoutId(unknown)).toEqual(withoutId(known));
    expect(withoutId(await requestCode('nobody1'))).toEqual(withoutId(await requestCode(person.nickname)));
    const guess = (nickname: string) => recover({ nickname, code: '000000', password: 'changed1' });
    const wrong = await guess(person.nickname);
    expect(wrong.status).toBe(422);
    expect(withoutId(await guess('nobody1'))).toEqual(withoutId(wrong));
    await minuteLater();
    expect(withoutId(await requestCode('nobody1'))).toEqual(withoutId(await requestCode(person.nickname)));
  });

  test('hashes the password also for an unknown nickname, so that the time is the same', async () => {
    const hashed = async (): Promise<number> => {
      const page = await fetch(`${server.url}/metrics`);
      const line = /^password_hash_duration_seconds_count\{outcome=.done.\} (\d+)$/m.exec(await page.text());
      return Number(line?.[1]);
    };
    const person = await server.member();
    const costs: number[] = [];
    for (const nickname of [person.nickname, 'nobody1']) {
      const before = await hashed();
      await recover({ nickname, code: '000000', password: 'changed1' });
      costs.push((await hashed()) - before);
    }
    expect(costs).toEqual([1, 1]);
  });

  test.each([
    [{ code: '000000', password: 'changed1' }, 'NICKNAME_REQUIRED'],
    [{ nickname: 'nobody1', password: 'changed1' }, 'OTP_REQUIRED'],
    [{ nickname: 'nobody1', code: '12345', password: 'changed1' }, 'OTP_REQUIRED'],
    [{ nickname: 'nobody1', code: '123456', password: 'short' }, 'PASSWORD_INVALID'],
    [
      { nickname: 'nobody1', code: '123456', password: 'changed1', confirmPassword: 'x' },
      'PASSWORD_MISMATCH',
    ],
  ])('is validated by the rules of section 5: %j', async (body, code) => {
    expect(await recover(body)).toMatchObject({ status: 422, body: { code } });
  });

  test('allows five tries per code, after which the right one is refused too', async () => {
    const person = await server.member();
    const { nickname } = person;
    const code = await recoveryCode(person);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++)
      expect((await recover({ nickname, code: wrong, password: 'changed1' })).status).toBe(422);
    expect((await recover({ nickname, code, password: 'changed1' })).status).toBe(422);
    expect((await signIn(nickname, person.password)).status).toBe(200);
  });

  describe('of a member whose phone staff changed', () => {
    const editPhone = async (person: Person, by: Person, phone: string) =>
      expect(
        (await server.request('PUT', `/user/users/${person.nickname}`, { token: by.token, body: { phone } }))
          .status,
      ).toBe(200);
    const later = async (hours: number) => {
      const { rows } = await server.pool.query(
        `update app.phone_changes_by_staff set changed_at = changed_at - make_interval(hours => $1) returning member_id`,
        [hours],
      );
      for (const { member_id } of rows)
        await enterAsFound(server.pool, 'app.phone_changes_by_staff', member_id);
    };
    const recoveries = async ({ memberId }: Person) =>
      (
        await server.pool.query(
          `select 1 from app.audit_log where action = 'password-recovered-after-phone-change' and subject_id = $1`,
          [memberId],
        )
      ).rows.length;
    let phones = 0;
    const newPhone = () => `+821099${String(++phones).padStart(6, '0')}`;

    test.each(['manager', 'admin'] as const)(
      'is refused for 72 hours after a change by the %s, like that of an unknown nickname',
      async (role) => {
        const by =
          role === 'admin' ? await server.admin() : await server.member({ manager: true, active: true });
        const person = await server.member({ active: true });
        const old = await phoneOf(person);
        const phone = newPhone();
        const before = await recoveryCode(person);
        await editPhone(person, by, phone);
        await server.pool.query('truncate app.one_time_codes');
        expect(withoutId(await requestCode(person.nickname))).toEqual(
          withoutId(await requestCode('nobody1')),
        );
        for (const code of [before, '000000'])
          expect(await recover({ nickname: person.nickname, code, password: 'changed1' })).toMatchObject({
            body: { code: 'OTP_WRONG' },
          });
        await later(71);
        await minuteLater();
        expect((await requestCode(person.nickname)).status).toBe(200);
        // Messages are sent in order: once a later one has arrived, the ones that must not be sent are not pending.
        await server.request('POST', '/user/users/resendverify', { body: { nickname: person.nickname } });
        await expect.poll(async () => (await messages(phone)).length).toBe(1);
        expect((await messages(phone))[0]?.text).not.toContain('재설정');
        await expect.poll(async () => (await messages(old)).at(-1)?.text).toMatch(/변경됐어요.*was changed/);

        await later(2);
        await server.pool.query('truncate app.one_time_codes');
        const code = await recoveryCode(person);
        expect((await recover({ nickname: person.nickname, code, password: 'changed1' })).status).toBe(200);
        expect(await recoveries(person)).toBe(1);
      },
    );
  });

  test('sends at most 10 codes a day, for a nickname with an account as for one without', async () => {
    const person = await server.member();
    const hourLater = `update app.one_time_codes set created_at = created_at - interval '1 hour'`;
    const answers: Record<string, unknown[]> = { [person.nickname]: [], nobody1: [] };
    for (let requested = 0; requested < 11; requested++) {
      for (const [nickname, replies] of Object.entries(answers))
        replies.push(withoutId(await requestCode(nickname)));
      await server.pool.query(hourLater);
    }
    const ofNobody = answers['nobody1'] as ApiAnswer[];
    expect(ofNobody.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    expect(answers[person.nickname]).toEqual(ofNobody);
  });

  test('limits wrong codes per address, not right ones', async () => {
    const person = await server.member();
    const guess = (nickname: string) => recover({ nickname, code: '000000', password: 'changed1' });
    const used = async (name: string) =>
      (
        await server.pool.query<{ points: number }>(
          'select coalesce(sum(points), 0)::int as points from app.rate_limits where key like $1',
          [`${name}:%`],
        )
      ).rows[0]?.points;
    const code = await recoveryCode(person);
    expect(await recover({ nickname: person.nickname, code, password: 'changed1' })).toMatchObject({
      status: 200,
    });
    expect(await used('wrong-codes')).toBe(0);
    await guess(person.nickname);
    await guess('nobody1');
    expect(await used('wrong-codes')).toBe(2);
    await server.pool.query(`update app.rate_limits set points = 2000000000 where key like 'wrong-codes:%'`);
    const refused = await guess(person.nickname);
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(withoutId(await guess('nobody1'))).toEqual(withoutId(refused));
  });

  test('of an account without a phone cannot be recovered', async () => {
    const { nickname } = await server.admin();
    expect(withoutId(await requestCode(nickname))).toEqual(withoutId(await requestCode('nobody1')));
  });
});

test('staff recover with a password that meets the rule for staff, and a refused password does not use up the code', async () => {
  const manager = await server.member({ active: true, manager: true });
  const { nickname } = manager;
  const code = await server.recoveryCode(manager);
  const recover = (password: string, given = code) =>
    server.request('POST', '/user/recover-password', { body: { nickname, code: given, password } });
  for (const password of ['changed1', 'google123456', `gravel-${nickname}-5`])
    expect(await recover(password)).toMatchObject({ status: 422, body: { code: 'STAFF_PASSWORD_WEAK' } });
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await recover('changed1', wrong)).toMatchObject({ status: 422, body: { code: 'OTP_WRONG' } });
  expect((await recover('gravel-umbrella-5')).status).toBe(200);
});
