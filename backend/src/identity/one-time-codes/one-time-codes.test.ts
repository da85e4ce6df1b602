import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedTestServer, startTestServer } from '../../../../test/server.ts';

const server = await sharedTestServer();
beforeEach(() => server.pool.query('truncate app.one_time_codes, app.rate_limits'));

const phone = '01033334444';
const e164 = '+821033334444';
const requestCode = (body: object, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/user/users/sendCode', { body, language });
const requestAgain = (body: object, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/user/users/resendverify', { body, language });
const verify = (body: object, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/user/users/verify', { body, language });
const wrongCodes = async () =>
  (await server.pool.query(`select points from app.rate_limits where key like 'wrong-codes:%'`)).rows.map(
    ({ points }) => points,
  );

describe('a code for a phone at sign-up', () => {
  test('is sent in the language of the caller, and verifies the phone', async () => {
    expect(await requestCode({ phone, storedLanguage: 'en' }, 'ko')).toMatchObject({
      status: 200,
      body: { resendAfterSeconds: 60 },
    });
    const sent = (await server.messages()).at(-1);
    expect(sent).toMatchObject({ to: e164, text: expect.stringContaining(`Your code is ${sent?.code}`) });
    expect(await verify({ phone: e164, verificationCode: sent?.code })).toMatchObject({
      status: 200,
      body: { data: { isVerified: true } },
    });
  });

  test('gets the same answer for a number with an account as for one without', async () => {
    await server.pool.query(
      `insert into app.members (id, nickname, nickname_key, username, full_name, phone, phone_verified, bank_name, bank_account, telegram, tether_address)
       values ($1, 'Known1', 'known1', '', '', '+821055556666', true, '', '', '', '')`,
      ['d'.repeat(24)],
    );
    const [known, unknown] = [
      await requestCode({ phone: '01055556666' }),
      await requestCode({ phone: '01055557777' }),
    ];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    // The code proves ownership of the phone: a duplicate is reported before the rest of the form is filled in.
    const codeTo = async (to: string) => (await server.messages()).findLast((sent) => sent.to === to)?.code;
    const wrong = await verify({ phone: '01055556666', verificationCode: 'abcdef' });
    expect(wrong.body.code).not.toBe('PHONE_TAKEN');
    expect(
      await verify({ phone: '01055556666', verificationCode: await codeTo('+821055556666') }),
    ).toMatchObject({ status: 409, body: { code: 'PHONE_TAKEN' } });
    expect(
      await verify({ phone: '01055557777', verificationCode: await codeTo('+821055557777') }),
    ).toMatchObject({ status: 200 });
    expect(await wrongCodes()).toEqual([0]);
  });

  test('can be requested again only after 60 seconds, by either path', async () => {
    await requestCode({ phone });
    const refused = await requestAgain({ phone }, 'ko');
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'CODE_TOO_SOON', error: '잠시 후에 인증번호를 다시 요청해 주세요.' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await requestCode({ phone: e164 })).toMatchObject({ status: 429 });
    await server.pool.query(`update app.one_time_codes set created_at = now() - interval '61 seconds'`);
    expect(await requestAgain({ phone })).toMatchObject({ status: 200 });
  });

  test('is sent again to a phone whose nickname has no account yet, or is blank', async () => {
    for (const nickname of ['NotYetAMember', '', null]) {
      await server.pool.query('truncate app.one_time_codes');
      await requestCode({ phone });
      await server.pool.query(`update app.one_time_codes set created_at = now() - interval '61 seconds'`);
      const before = (await server.messages()).length;
      expect(await requestAgain({ phone, nickname })).toMatchObject({ status: 200 });
      const sent = (await server.messages()).slice(before);
      expect(sent).toMatchObject([{ to: e164 }]);
      // As a number, too: a code of six digits has no leading zero to lose.
      const code = /^0/.test(sent[0]?.code ?? '') ? sent[0]?.code : Number(sent[0]?.code);
      expect(await verify({ phone, nickname, verificationCode: code })).toMatchObject({ status: 200 });
    }
    expect(await requestAgain({ phone: '123', nickname: 'NotYetAMember' })).toMatchObject({
      status: 422,
      body: { code: 'PHONE_INVALID' },
    });
  });

  test('does not go to the named phone when the nickname has an account', async () => {
    const member = await server.member();
    for (const named of [null, '', phone, 'unknown']) {
      await server.pool.query('truncate app.one_time_codes');
      const before = (await server.messages()).length;
      expect(await requestAgain({ nickname: member.nickname, phone: named })).toMatchObject({ status: 200 });
      await expect.poll(async () => (await server.messages()).length).toBe(before + 1);
      expect((await server.messages()).at(-1)?.to).not.toBe(e164);
    }
  });

  test('that could not be sent is reported in the specification’s words and can be requested again at once', async () => {
    const file = path.join(server.dataDir, 'sms-outbox.jsonl');
    await rm(file, { force: true });
    await mkdir(file);
    expect(await requestCode({ phone })).toMatchObject({
      status: 503,
      body: { error: 'Failed to send SMS.', code: 'SMS_FAILED' },
    });
    expect(await requestAgain({ phone }, 'ko')).toMatchObject({
      status: 503,
      body: {
        error: '문자를 다시 보내지 못했어요. 잠시 후 다시 시도해 주세요.',
        message: 'Failed to resend SMS.',
      },
    });
    await rm(file, { recursive: true });
    expect(await requestCode({ phone })).toMatchObject({ status: 200 });
  });
});

describe('a wrong code', () => {
  test.each([
    [
      { phone, verificationCode: '12345' },
      422,
      'Please enter a valid 6-digit SMS code.',
      '문자로 받은 인증번호 6자리를 입력해 주세요.',
    ],
    [
      { phone, verificationCode: 'abcdef' },
      422,
      'Please enter a valid 6-digit SMS code.',
      '문자로 받은 인증번호 6자리를 입력해 주세요.',
    ],
    [{ phone }, 422, 'Please enter a valid 6-digit SMS code.', '문자로 받은 인증번호 6자리를 입력해 주세요.'],
    [
      { nickname: 'Known1', code: '1' },
      422,
      'Please enter a valid 6-digit OTP.',
      '인증번호 6자리를 입력해 주세요.',
    ],
    [
      { phone: '123', verificationCode: '123456' },
      422,
      'Please enter a valid phone number.',
      '올바른 휴대폰 번호를 입력해 주세요.',
    ],
    [
      { phone, verificationCode: '123456' },
      422,
      'Invalid OTP. Please try again.',
      '인증번호가 올바르지 않아요. 다시 시도해 주세요.',
    ],
    [
      { nickname: 'nobody1', code: '123456' },
      422,
      'Invalid OTP. Please try again.',
      '인증번호가 올바르지 않아요. 다시 시도해 주세요.',
    ],
    [{ nickname: 7, code: '123456' }, 400, 'The request is not valid.', '요청 형식이 올바르지 않아요.'],
  ])('%o', async (body, status, en, ko) => {
    expect(await verify(body, 'en')).toMatchObject({ status, body: { error: en, message: en } });
    expect(await verify(body, 'ko')).toMatchObject({ status, body: { error: ko, message: en } });
  });
});

describe('a code for an account', () => {
  test('gets the same answers for a nickname with an account as for one without, also when a second code is refused', async () => {
    const member = await server.member();
    const before = (await server.messages()).length;
    const known = [
      await requestAgain({ nickname: member.nickname }),
      await requestAgain({ nickname: member.nickname }),
    ];
    const unknown = [
      await requestAgain({ nickname: 'nobody1' }),
      await requestAgain({ nickname: 'nobody1' }),
    ];
    expect(known.map(({ status }) => status)).toEqual([200, 429]);
    const comparable = (answers: typeof known) =>
      answers.map(({ status, body }) => [status, { ...body, requestId: '' }]);
    expect(comparable(known)).toEqual(comparable(unknown));
    await expect.poll(async () => (await server.messages()).length).toBe(before + 1);
  });

  test('is sent to the account’s phone, whatever phone the request names', async () => {
    const member = await server.member();
    await requestAgain({ nickname: member.nickname, phone: '01000001111' });
    await expect.poll(async () => (await server.messages()).at(-1)?.to).not.toBe('+821000001111');
  });
});

test('limits the codes per hour that one address can request, over all phone numbers', async () => {
  const strict = await startTestServer({ CODES_PER_IP_PER_HOUR: '3' });
  const requested = [];
  for (let index = 0; index < 5; index++)
    requested.push(
      await strict.request('POST', '/user/users/sendCode', {
        body: { phone: `0104444000${index}` },
        language: 'ko',
      }),
    );
  await strict.close();
  expect(requested.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(requested[3]?.body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    error: '요청이 너무 많아요. 1시간 후에 다시 시도해 주세요.',
    message: 'Too many requests. Please try again in 1 hour.',
  });
  expect(Number(requested[3]?.headers.get('retry-after'))).toBeGreaterThan(3_000);
});
