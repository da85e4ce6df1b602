import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { afterAll, describe, expect, test } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../test/api-call.ts';
import { startTestServer } from '../../../../test/server.ts';
import { signUpForm, smallJpeg } from '../../../../test/sign-up-form.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { sweepRows } from '../../platform/database/sweep-rows.ts';
import { expiredRows } from '../expired-rows.ts';

const server = await startTestServer({ TRUST_PROXY: '1' });
afterAll(() => server.close());

type Fields = Record<string, string>;
const photo = { field: 'tetherIdImage', bytes: smallJpeg() };
const send = (
  fields: Fields,
  options: ApiCall = {},
  file: typeof photo | undefined = photo,
): Promise<ApiAnswer> =>
  server.request('POST', '/user/users', { ...options, form: { fields, ...(file && { file }) } });
const count = async (table: string): Promise<number> =>
  (await server.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]
    ?.count ?? -1;
const imageFiles = async (): Promise<number> =>
  (await readdir(path.join(server.dataDir, 'images'), { recursive: true })).filter((name) =>
    name.endsWith('.jpg'),
  ).length;

describe('a new member', () => {
  test('keeps a verified phone and a session that have not expired when expired rows are swept', async () => {
    const form = signUpForm({ phone: await server.verifiedPhone() });
    await sweepRows(createDatabase(server.pool), expiredRows);
    expect((await send(form)).status).toBe(201);
    const { token } = await server.signIn(form.nickname, form.password);
    await sweepRows(createDatabase(server.pool), expiredRows);
    expect(await count('app.sessions')).toBeGreaterThan(0);
    expect((await server.request('POST', '/user/logout', { token })).status).toBe(200);
  });

  test('is inactive, verified and without roles, whatever the form says', async () => {
    const phone = await server.verifiedPhone();
    const form = signUpForm({ phone, status: 'active', admin: 'true', manager: 'true', role: 'admin' });
    const { status, body, headers } = await send(form);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      nickname: form.nickname,
      username: form.nickname,
      phone: `+82${phone.slice(1)}`,
      bankAccount: '00123456789',
      referralCode: 'WELCOME',
      status: 'inactive',
      admin: false,
      manager: false,
      isVerified: true,
      tetherIdImage: null,
    });
    expect(body.user.inviteCode).toMatch(/^[0-9A-Z]{10}$/);
    expect(body.user.password).toBeUndefined();
    expect(headers.get('ledger-visible')).toBe('true');
    const { token } = await server.signIn(form.nickname, form.password);
    const { body: found } = await server.request('GET', `/user/users/${form.nickname}`, { token });
    expect(found).toEqual(body.user);
  });

  test('with a phone verified on another network needs the cookie that was set at the verification', async () => {
    const phone = '01098765432';
    const from = (network: string, headers: Record<string, string> = {}) => ({
      headers: { 'x-forwarded-for': network, ...headers },
    });
    await server.request('POST', '/user/users/sendCode', { body: { phone } });
    const verified = await server.request('POST', '/user/users/verify', {
      ...from('192.0.2.1'),
      body: { phone, verificationCode: await server.codeSentTo(`+82${phone.slice(1)}`) },
    });
    const [cookie = '', ...flags] = (verified.headers.get('set-cookie') ?? '').split('; ');
    expect(flags).toEqual(['Path=/', 'Max-Age=3600', 'HttpOnly', 'SameSite=Strict']);
    expect(JSON.stringify(verified.body)).not.toContain(cookie.split('=')[1]);
    const form = signUpForm({ phone });
    for (const stranger of [from('192.0.2.2'), from('192.0.2.2', { cookie: 'matgyo_verified=guessed' })])
      expect(await send(form, stranger)).toMatchObject({ body: { code: 'PHONE_UNVERIFIED' } });
    expect((await send(form, from('192.0.2.2', { cookie: `a=b; ${cookie}` }))).status).toBe(201);
  });

  test('is in the ledger with id and codes only', async () => {
    const { memberId } = await server.member();
    const events = await server.eventsOf(memberStream(memberId as MemberId));
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'MemberRegistered',
        data: { memberId, referralCode: 'WELCOME', inviteCode: expect.stringMatching(/^\w{10}$/) },
      },
    ]);
  });

  test('can be sent as JSON with the URL of an upload, to the other path, with a numeric account', async () => {
    const upload = await server.request('POST', '/upload', {
      form: { fields: {}, file: { field: 'file', bytes: smallJpeg() } },
    });
    expect(upload.status).toBe(201);
    const { bankAccount, ...form } = signUpForm({
      phone: await server.verifiedPhone(),
      username: 'Gildong H.',
    });
    const body = { ...form, bankAccount: Number(bankAccount), tetherIdImage: upload.body.url };
    const answer = await server.request('POST', '/user/users0s', { body });
    expect([answer.status, answer.body.user.bankAccount, answer.body.user.username]).toEqual([
      201,
      '123456789',
      'Gildong H.',
    ]);
    const again = { ...body, nickname: 'another1', phone: await server.verifiedPhone() };
    expect(await server.request('POST', '/user/users', { body: again })).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_EXPIRED' },
    });
  });
});

describe('a broken rule of section 5 is reported in both languages, with the English text word for word', () => {
  test.each([
    ['nickname', '', 'Nickname is required.', '닉네임을 입력해 주세요.'],
    [
      'nickname',
      '1234',
      'Use English letters or letters with numbers.',
      '영문 또는 영문과 숫자로 입력해 주세요.',
    ],
    [
      'nickname',
      '홍길동',
      'Use English letters or letters with numbers.',
      '영문 또는 영문과 숫자로 입력해 주세요.',
    ],
    ['fullName', ' ', 'Full name is required.', '이름을 입력해 주세요.'],
    ['password', 'ab1', 'Password must be at least 5 characters.', '비밀번호는 5자 이상이어야 해요.'],
    [
      'password',
      'abcdef',
      'Password needs at least one letter and one number.',
      '비밀번호에는 영문과 숫자가 하나 이상씩 있어야 해요.',
    ],
    [
      'confirmPassword',
      'secret2',
      'The passwords you entered do not match. Please make sure both fields are same.',
      '비밀번호가 서로 달라요. 두 칸에 같은 비밀번호를 입력해 주세요.',
    ],
    ['dob', '', 'Date of birth is required.', '생년월일을 입력해 주세요.'],
    [
      'dob',
      '1990-02-30',
      'Please enter a valid date of birth, like 1990-03-14.',
      '올바른 생년월일을 입력해 주세요. 예) 1990-03-14',
    ],
    [
      'dob',
      '1899-12-31',
      'Please enter a valid date of birth, like 1990-03-14.',
      '올바른 생년월일을 입력해 주세요. 예) 1990-03-14',
    ],
    [
      'dob',
      '2999-01-01',
      'Please enter a valid date of birth, like 1990-03-14.',
      '올바른 생년월일을 입력해 주세요. 예) 1990-03-14',
    ],
    ['phone', '12345', 'Please enter a valid phone number.', '올바른 휴대폰 번호를 입력해 주세요.'],
    ['phone', '+14155550100', 'Please enter a valid phone number.', '올바른 휴대폰 번호를 입력해 주세요.'],
    [
      'phone',
      '01077778888',
      'Please complete phone verification first.',
      '먼저 휴대폰 인증을 완료해 주세요.',
    ],
    ['bankName', '', 'Bank name is required.', '은행 이름을 입력해 주세요.'],
    ['bankAccount', '12a', 'Valid bank account number is required.', '올바른 계좌번호를 입력해 주세요.'],
    ['tetherAddress', '', 'Tether address is required.', '테더 지갑 주소를 입력해 주세요.'],
    [
      'tetherAddress',
      'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      'Please enter a valid Solana (SOL) wallet address.',
      '올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.',
    ],
    ['referralCode', '', 'Referral code is required.', '추천 코드를 입력해 주세요.'],
    [
      'referralCode',
      'two words',
      'A referral code has up to 40 characters and no spaces.',
      '추천 코드는 공백 없이 40자까지 쓸 수 있어요.',
    ],
    [
      'telegram',
      '@gildong',
      "Telegram ID must not contain '@'.",
      "텔레그램 아이디는 '@' 없이 입력해 주세요.",
    ],
  ])('%s = "%s"', async (field, value, en, ko) => {
    const form = { ...signUpForm(), [field]: value };
    for (const [language, error] of [
      ['en', en],
      ['ko', ko],
    ] as const) {
      const answer = await send(form, { language });
      expect(answer).toMatchObject({ status: 422, body: { error, message: en } });
    }
  });

  test('a missing field is reported like an empty one', async () => {
    const { fullName: _, ...form } = signUpForm();
    expect(await send(form, { language: 'en' })).toMatchObject({
      status: 422,
      body: { error: 'Full name is required.', details: { fields: { fullName: 'FULL_NAME_REQUIRED' } } },
    });
  });

  test('all of them are reported at once, each for its field', async () => {
    const { body } = await send({ nickname: '1', password: 'x', confirmPassword: 'y' });
    expect(body.code).toBe('NICKNAME_INVALID');
    expect(body.details.fields).toMatchObject({
      nickname: 'NICKNAME_INVALID',
      password: 'PASSWORD_TOO_SHORT',
      confirmPassword: 'PASSWORD_MISMATCH',
      dob: 'DOB_REQUIRED',
    });
  });
});

describe('the photo', () => {
  const svg = Uint8Array.from(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  );

  test.each([
    ['an SVG', svg, 422, 'Please upload a valid image file.', 'JPG, PNG, WebP 사진 파일을 올려 주세요.'],
    ['text', Uint8Array.from(Buffer.from('hello')), 422, 'Please upload a valid image file.', undefined],
    ['30 MB', new Uint8Array(30 * 1024 * 1024), 413, 'The request is too large.', '요청이 너무 커요.'],
  ])('%s is refused and nothing is left behind', async (_, bytes, status, en, ko) => {
    const form = signUpForm({ phone: await server.verifiedPhone() });
    const before = [await count('app.members'), await count('app.images'), await imageFiles()];
    const file = { field: 'tetherIdImage', bytes };
    expect(await send(form, { language: 'en' }, file)).toMatchObject({
      status,
      body: { error: en, message: en },
    });
    if (ko !== undefined)
      expect(await send(form, { language: 'ko' }, file)).toMatchObject({ status, body: { error: ko } });
    expect([await count('app.members'), await count('app.images'), await imageFiles()]).toEqual(before);
    // The verification of the phone was not used up.
    expect(await send(form)).toMatchObject({ status: 201 });
  });

  test('is required', async () => {
    const form = signUpForm({ phone: await server.verifiedPhone() });
    const answer = await server.request('POST', '/user/users', { language: 'en', form: { fields: form } });
    expect(answer).toMatchObject({ status: 422, body: { error: 'Please select an image to upload.' } });
  });

  test('of a sign-up that is refused later is not stored', async () => {
    const taken = (await server.member()).nickname;
    const before = [await count('app.images'), await imageFiles()];
    const form = signUpForm({ phone: await server.verifiedPhone(), nickname: taken });
    expect(await send(form)).toMatchObject({ status: 409 });
    expect([await count('app.images'), await imageFiles()]).toEqual(before);
  });
});

describe('nickname and phone are unique', () => {
  test('a nickname is taken regardless of case, also in the check of nicknames', async () => {
    const { nickname } = await server.member({ nickname: 'CamelCase1' });
    const form = signUpForm({ phone: await server.verifiedPhone(), nickname: 'camelcASE1' });
    expect(await send(form, { language: 'en' })).toMatchObject({
      status: 409,
      body: { error: 'This nickname is already in use.', code: 'NICKNAME_TAKEN' },
    });
    const check = async (name: string) => (await server.request('GET', `/user/check-nickname/${name}`)).body;
    expect(await check(nickname.toUpperCase())).toEqual({ exists: true });
    expect(await check('nobody0')).toEqual({ exists: false });
  });

  test.each([
    'administrator',
    'Matgyo',
    'Administrator1',
    '1administrator',
    'adm1nistrat0r',
    'matgyoadmin',
    'Matgyo24',
    'admin',
    'Adm1n2',
    'theAdmin',
  ])('refuses the reserved nickname %s, which the check of nicknames reports as taken', async (nickname) => {
    const form = signUpForm({ phone: await server.verifiedPhone(), nickname });
    expect(await send(form, { language: 'en' })).toMatchObject({
      status: 409,
      body: { code: 'NICKNAME_TAKEN' },
    });
    const check = await server.request('GET', `/user/check-nickname/${nickname}`);
    expect(check.body).toEqual({ exists: true });
  });

  test('accepts a nickname that has admin within a word', async () => {
    const form = signUpForm({ phone: await server.verifiedPhone(), nickname: 'Badminton7' });
    expect(await send(form)).toMatchObject({ status: 201 });
  });

  test.each(['admin 1', 'Administrator 2', 'matgyo-admin', '맞교환 관리자', 'Ａdministrator'])(
    'refuses the reserved name %s',
    async (username) => {
      const form = { ...signUpForm({ phone: await server.verifiedPhone() }), username };
      expect(await send(form)).toMatchObject({ status: 422, body: { code: 'USERNAME_RESERVED' } });
    },
  );

  test('a phone can have one account, in any spelling', async () => {
    const phone = await server.verifiedPhone();
    expect(await send(signUpForm({ phone }))).toMatchObject({ status: 201 });
    // Verified once more, by the phone's owner.
    await server.pool.query('truncate app.one_time_codes');
    const international = `82${phone.slice(1)}`;
    expect(
      await server.request('POST', '/user/users/sendCode', { body: { phone: international } }),
    ).toMatchObject({ status: 200 });
    const verificationCode = await server.codeSentTo(`+${international}`);
    const verify = { phone: `+${international}`, verificationCode };
    expect(
      await server.request('POST', '/user/users/verify', { body: verify, language: 'ko' }),
    ).toMatchObject({ status: 409, body: { error: '이미 사용 중인 휴대폰 번호예요.', code: 'PHONE_TAKEN' } });
  });

  test('one of eight concurrent sign-ups with one nickname succeeds', async () => {
    const phones = [];
    for (let index = 0; index < 8; index++) phones.push(await server.verifiedPhone());
    const before = await imageFiles();
    const answers = await Promise.all(
      phones.map((phone, index) =>
        send(signUpForm({ phone, nickname: index % 2 === 0 ? 'Racer1' : 'rACER1' })),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await imageFiles()).toBe(before + 1);
  });

  test('one of eight concurrent sign-ups with one phone succeeds', async () => {
    const phone = await server.verifiedPhone();
    const before = await count('app.members');
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(signUpForm({ phone }))));
    const [created, ...refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(created?.status).toBe(201);
    expect(refused.every(({ body }) => ['PHONE_UNVERIFIED', 'PHONE_TAKEN'].includes(body.code))).toBe(true);
    expect(await count('app.members')).toBe(before + 1);
  });
});

test('a verification is used up by its sign-up: a number that is free again has to be verified again', async () => {
  const phone = await server.verifiedPhone();
  const form = signUpForm({ phone });
  expect(await send(form)).toMatchObject({ status: 201 });
  const { token } = await server.admin();
  const body = { phone: '01091919191' };
  expect(await server.request('PUT', `/user/users/${form.nickname}`, { token, body })).toMatchObject({
    status: 200,
  });
  expect(await send(signUpForm({ phone }))).toMatchObject({
    status: 422,
    body: { code: 'PHONE_UNVERIFIED' },
  });
});
