import { createHmac } from 'node:crypto';
import { activate, deactivate, grantRole, revokeRole } from '@matgyo/ledger/account/account';
import { jwtVerify, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, testSecret } from '../../../../test/server.ts';
import { keysFrom, passwordKeys } from '../../platform/keys.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';
import { changeAccount } from '../members/change-account.fixture.ts';
import { createPasswords } from '../passwords/passwords.ts';

const server = await startTestServer({ TRUST_PROXY: '1' });
const member = await server.member();
afterAll(() => server.close());

const whoAmI = (token: string, language: 'ko' | 'en' = 'en') =>
  server.request('GET', `/user/users/${member.nickname}`, { token, language });
const signIn = (nickname: string, password: string, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/user/login', { body: { nickname, password }, language });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('signing in', () => {
  test('returns the user, and a token that the client can read and that is valid for at most 12 hours', async () => {
    const { status, body } = await signIn(member.nickname.toUpperCase(), member.password);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ _id: member.memberId, nickname: member.nickname, isVerified: true });
    const claims = claimsOf(body.token);
    expect(claims).toMatchObject({
      sub: member.memberId,
      nickname: member.nickname,
      admin: false,
      manager: false,
    });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(12 * 3600);
    expect(await whoAmI(body.token)).toMatchObject({ status: 200 });
  });

  test('with a wrong password or an unknown nickname is refused with the same text', async () => {
    const wrong = await signIn(member.nickname, 'wrong1');
    const unknown = await signIn('nobody1', 'wrong1');
    const but = (body: Record<string, unknown>) => ({ ...body, requestId: '' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Wrong nickname or password.' } });
    expect([unknown.status, but(unknown.body)]).toEqual([wrong.status, but(wrong.body)]);
    const korean = await signIn(member.nickname, 'wrong1', 'ko');
    expect(korean.body.error).toBe('닉네임이나 비밀번호가 올바르지 않아요.');
  });

  test('works 64 times at once, twice for each member', async () => {
    const nicknames = [];
    for (let index = 0; index < 32; index++) nicknames.push(`crowd${index}`);
    await server.pool.query(
      `insert into app.members (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
       select lpad(to_hex(i), 24, 'a'), 'crowd' || i, 'crowd' || i, '', '', true, '', '', '', '' from generate_series(0, 31) i`,
    );
    const { rows: crowd } = await server.pool.query(
      `select id from app.members where nickname like 'crowd%'`,
    );
    const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
    const passwords = await createPasswords({ keys: passwordKeys(testSecret, undefined), cost });
    for (const { id } of crowd) {
      await server.pool.query('insert into app.credentials values ($1, $2)', [
        id,
        await passwords.hash(id, member.password),
      ]);
      await enterAsFound(server.pool, 'app.credentials', id);
    }
    await server.pool.query(
      `insert into app.pending_registrations select lpad(to_hex(i), 24, 'a'), 'sign-up', gen_random_uuid(), 'X', 'CROWD' || i
       from generate_series(0, 31) i`,
    );
    await server.completeRegistrations();
    const answers = await Promise.all(
      [...nicknames, ...nicknames].map((name) => signIn(name, member.password)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('is refused for a while after 20 failures for one nickname from one address, also with the right password', async () => {
    const victim = await server.member();
    const guesses = await Promise.all(Array.from({ length: 24 }, () => signIn(victim.nickname, 'guess1')));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
    for (let index = 0; index < 20; index++) await signIn(victim.nickname, 'guess1');
    const refused = await signIn(victim.nickname, victim.password, 'ko');
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: expect.stringMatching(/^요청이 너무 많아요. 1[2345]분 후에 다시 시도해 주세요.$/),
        code: 'TOO_MANY_REQUESTS',
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    const { rows } = await server.pool.query('select key from app.rate_limits');
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`127\\.0\\.0|${victim.nickname}`));
  });
});

test('a page of another host cannot sign a user in with the cookie', async () => {
  const body = { nickname: member.nickname, password: member.password };
  const signInFrom = (origin?: string, more: Record<string, string> = {}) =>
    server.request('POST', '/user/loginos', { body, headers: { ...(origin && { origin }), ...more } });
  for (const origin of ['https://elsewhere.example', 'null', server.url.replace('127.0.0.1', 'localhost')]) {
    const refused = await signInFrom(origin);
    expect([refused.status, refused.body.code, refused.headers.get('set-cookie')]).toEqual([
      403,
      'FORBIDDEN',
      null,
    ]);
  }
  expect((await signInFrom(server.url)).status).toBe(200);
  expect((await signInFrom()).status).toBe(200);
  const proxied = { 'x-forwarded-host': 'matgyo.example' };
  expect((await signInFrom('https://matgyo.example', proxied)).status).toBe(200);
  expect((await signInFrom(server.url, proxied)).status).toBe(403);
});

describe('a token', () => {
  const key = keysFrom(testSecret).token;
  const forged = (changes: { alg?: string; key?: Uint8Array; expires?: string; sid?: string }) =>
    new SignJWT({ sid: changes.sid ?? claimsOf(member.token).sid, admin: true })
      .setProtectedHeader({ alg: changes.alg ?? 'HS256', typ: 'JWT' })
      .setIssuer('matgyo')
      .setSubject(member.memberId)
      .setExpirationTime(changes.expires ?? '1h')
      .sign(changes.key ?? key);
  const signedBy = (alg: string, digest: string): string => {
    const text = `${encode({ alg, typ: 'JWT' })}.${member.token.split('.')[1]}`;
    return `${text}.${createHmac(digest, key).update(text).digest('base64url')}`;
  };
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const otherSpelling = (last: string): string => alphabet[alphabet.indexOf(last) ^ 1] ?? '';
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('made by the test is accepted (so that the refusals below have their own reasons)', async () => {
    expect(await whoAmI(await forged({}))).toMatchObject({ status: 200 });
    expect(await whoAmI(signedBy('HS256', 'sha256'))).toMatchObject({ status: 200 });
  });

  test('is a JSON Web Token that another library verifies', async () => {
    const { payload } = await jwtVerify(member.token, key, { algorithms: ['HS256'], issuer: 'matgyo' });
    expect(payload).toEqual(claimsOf(member.token));
  });

  test.each([
    ['with alg none', async () => `${encode({ alg: 'none', typ: 'JWT' })}.${member.token.split('.')[1]}.`],
    [
      'with alg none and our signature',
      async () => [encode({ alg: 'none' }), ...member.token.split('.').slice(1)].join('.'),
    ],
    ['with another algorithm and our key', async () => signedBy('HS512', 'sha512')],

    ['signed with another key', () => forged({ key: new Uint8Array(32) })],
    ['that has expired', () => forged({ expires: '-1s' })],
    ['of a session that never was', () => forged({ sid: 'f'.repeat(32) })],
    ['that is none', async () => 'abc'],
    ['with a part more', async () => `${member.token}.x`],
    [
      'whose signature is spelt in another way',
      // The last of 43 characters has two bits that are not decoded.
      async () => `${member.token.slice(0, -1)}${otherSpelling(member.token.at(-1) ?? '')}`,
    ],
    [
      'with changed claims',
      async () => {
        const [head, , signature] = member.token.split('.');
        return [head, encode({ ...claimsOf(member.token), admin: true }), signature].join('.');
      },
    ],
  ])('%s is refused, in both languages', async (_, make) => {
    const token = await make();
    for (const [language, error] of [
      ['en', 'Invalid or expired token'],
      ['ko', '로그인이 더 이상 유효하지 않아요. 다시 로그인해 주세요.'],
    ] as const)
      expect(await whoAmI(token, language)).toMatchObject({
        status: 401,
        body: { error, message: 'Invalid or expired token', code: 'INVALID_TOKEN' },
      });
  });

  test('of a session that was signed out is refused at once, and other sessions continue', async () => {
    const { token } = await server.signIn(member.nickname, member.password);
    expect(await whoAmI(token)).toMatchObject({ status: 200 });
    expect(await server.request('POST', '/user/logout', { token })).toMatchObject({ status: 200 });
    expect(await whoAmI(token)).toMatchObject({ status: 401, body: { error: 'Invalid or expired token' } });
    expect(await whoAmI(member.token)).toMatchObject({ status: 200 });
  });

  test('of a session revoked by another process is refused soon', async () => {
    const { token } = await server.signIn(member.nickname, member.password);
    expect(await whoAmI(token)).toMatchObject({ status: 200 });
    await server.pool.query('update app.sessions set revoked_at = now() where id = $1', [
      claimsOf(token).sid,
    ]);
    await expect.poll(async () => (await whoAmI(token)).status).toBe(401);
  });

  test('of an expired session is refused', async () => {
    const { token } = await server.signIn(member.nickname, member.password);
    await server.pool.query('update app.sessions set expires_at = now() where id = $1', [
      claimsOf(token).sid,
    ]);
    expect(await whoAmI(token)).toMatchObject({ status: 401 });
  });
});

describe('a session whose account changed without a revocation', () => {
  const see = async ({ token }: Person) => (await server.request('GET', '/user/users', { token })).status;
  const refusedSoon = (person: Person): Promise<void> => expect.poll(() => see(person)).toBe(401);

  test('ends when a role is granted or revoked', async () => {
    const person = await server.member({ active: true });
    expect(await see(person)).toBe(200);
    await changeAccount(server, person, (account) => grantRole(account, 'admin'));
    await refusedSoon(person);
    const asAdmin = await server.signIn(person.nickname, person.password);
    expect(await see(asAdmin)).toBe(200);
    await changeAccount(server, person, (account) => revokeRole(account, 'admin', { isLastAdmin: false }));
    await refusedSoon(asAdmin);
  });

  test('ends when an active account is deactivated, and continues when an inactive one is activated', async () => {
    const person = await server.member();
    expect(await see(person)).toBe(200);
    await changeAccount(server, person, activate);
    await expect
      .poll(
        async () =>
          (await server.request('GET', '/user/users', { token: person.token })).body.items?.[0]?.status,
      )
      .toBe('active');
    const asActive = await server.signIn(person.nickname, person.password);
    await changeAccount(server, person, (account) => deactivate(account, { isLastAdmin: false }));
    await refusedSoon(asActive);
    expect(await see(person)).toBe(200);
  });
});

describe('the cookie', () => {
  const credentials = () => ({ nickname: member.nickname, password: member.password });
  const cookieOf = async () => {
    const { headers, body } = await server.request('POST', '/user/loginos', { body: credentials() });
    const set = headers.get('set-cookie') ?? '';
    return { set, cookie: set.split(';')[0] ?? '', token: body.token as string };
  };

  test('is not readable by scripts and not sent by other sites', async () => {
    const { set, token } = await cookieOf();
    expect(set).toMatch(/^matgyo_session=.+; Path=\/; Max-Age=43[12]\d\d; HttpOnly; SameSite=Strict$/);
    expect(await whoAmI(token)).toMatchObject({ status: 200 });
  });

  test('over TLS has a name that binds it to this host, and a cookie of another name is ignored', async () => {
    const proto = { 'x-forwarded-proto': 'https' };
    const signedIn = await server.request('POST', '/user/loginos', { body: credentials(), headers: proto });
    const set = signedIn.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^__Host-matgyo_session=.+; Path=\/; Max-Age=43[12]\d\d; HttpOnly; SameSite=Strict; Secure$/,
    );
    const [pair = ''] = set.split(';');
    const mine = (cookie: string) =>
      server.request('GET', '/user/sessions', { headers: { cookie, ...proto } });
    expect(await mine(pair)).toMatchObject({ status: 200 });
    expect(await mine(pair.replace('__Host-', ''))).toMatchObject({ status: 401 });
    const { body } = await server.request('GET', '/openapi.json', { headers: proto });
    expect(pair).toContain(`${body.components.securitySchemes.cookie.name}=`);
    expect(body.components.securitySchemes.cookie.name).toBe('__Host-matgyo_session');
  });

  test('authenticates GET requests and signing out, and nothing else', async () => {
    const { cookie } = await cookieOf();
    const headers = { cookie };
    const own = `/user/users/${member.nickname}`;
    expect(await server.request('GET', own, { headers })).toMatchObject({ status: 200 });
    const foreign = { ...headers, origin: 'https://elsewhere.example' };
    expect(await server.request('GET', own, { headers: foreign })).toMatchObject({ status: 401 });
    await server.request('POST', '/user/logout', { headers: foreign });
    expect(await server.request('GET', own, { headers })).toMatchObject({ status: 200 });
    expect(await server.request('PUT', own, { headers, body: {} })).toMatchObject({ status: 401 });
    const out = await server.request('POST', '/user/logout', { headers });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('matgyo_session=;'),
    ]);
    expect(await server.request('GET', own, { headers })).toMatchObject({ status: 401 });
  });

  test('does not block public endpoints if it is no longer valid', async () => {
    const headers = { cookie: 'matgyo_session=old' };
    expect(await server.request('GET', '/user/check-nickname/nobody0', { headers })).toMatchObject({
      status: 200,
    });
  });
});

test('a session that SQL assigns to another member is valid for neither', async () => {
  const [own, admin] = [await server.member(), await server.admin()];
  const { sid } = claimsOf(own.token);
  expect((await server.request('GET', '/user/sessions', { token: own.token })).status).toBe(200);
  await server.pool.query(
    'update app.sessions set member_id = $2, admin = true, proven_at = now() where id = $1',
    [sid, admin.memberId],
  );
  const seen = async () => (await server.request('GET', '/admin/queue-counts', { token: own.token })).status;
  await expect.poll(seen).toBe(401);
});
