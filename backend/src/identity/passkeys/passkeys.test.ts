import type { MemberId } from '@matgyo/contracts/ids';
import { activate, grantRole } from '@matgyo/ledger/account/account';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, registerApp } from '../../../../test/authenticator-app.ts';
import { proveEarlier } from '../../../../test/earlier-proofs.ts';
import { createPasskeyDevice, registerPasskey, signInWithPasskey } from '../../../../test/passkey-device.ts';
import { type Person, sharedTestServer, startTestServer, type TestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { changeAccount } from '../members/change-account.fixture.ts';
import { createStoredPasskeys } from './stored-passkeys.ts';

const server = await sharedTestServer();

const refused = { status: 422, body: { code: 'PASSKEY_REFUSED' } };
/** Its text does not say to try again, which would be in vain. */
const unregistered = { status: 422, body: { code: 'PASSKEY_UNREGISTERED' } };
const list = async (token: string) => (await server.request('GET', '/user/passkeys', { token })).body.items;
const withPassword = ({ nickname, password }: Person, to = server) =>
  to.request('POST', '/user/login', { body: { nickname, password } });
const setBack = (hours: number, person: Person) => proveEarlier(server, person, hours);
const messagesTo = async (person: Person, part: string) =>
  (await server.messages(await server.phoneOf(person), part)).length;

describe('a passkey', () => {
  test('is registered with a name after a step-up with the password, ends the other sessions, and the phone gets a message', async () => {
    const person = await server.member({ active: true });
    const other = await server.signIn(person.nickname, person.password);
    const { token } = person;
    expect(await server.request('POST', '/user/passkeys/options', { token })).toMatchObject({
      status: 401,
      body: { code: 'STEP_UP_REQUIRED', details: { ways: ['password'] } },
    });
    const { id } = await registerPasskey(server, person, '  My\u200b laptop ');
    expect(await list(token)).toMatchObject([{ _id: id, name: 'My laptop', lastUsedAt: null }]);
    expect((await server.request('GET', '/user/sessions', { token: other.token })).status).toBe(401);
    await expect.poll(() => messagesTo(person, '패스키가 등록')).toBe(1);
    const renamed = await server.request('PUT', `/user/passkeys/${id}`, { token, body: { name: 'Phone' } });
    expect(renamed.status).toBe(200);
    expect(await list(token)).toMatchObject([{ name: 'Phone' }]);
    expect(await server.request('PUT', `/user/passkeys/${id}`, { token, body: { name: ' ' } })).toMatchObject(
      { status: 422, body: { code: 'PASSKEY_NAME_REQUIRED' } },
    );
  });

  test('is registered only by the session that asked for it and showed the password', async () => {
    const person = await server.member({ active: true });
    const { token: other } = await server.signIn(person.nickname, person.password);
    await server.request('POST', '/user/step-up', {
      token: person.token,
      body: { password: person.password },
    });
    const { body } = await server.request('POST', '/user/passkeys/options', { token: person.token });
    const credential = createPasskeyDevice(server.url).create(body);
    const add = (token: string) =>
      server.request('POST', '/user/passkeys', { token, body: { name: 'Laptop', credential } });
    expect(await add(other)).toMatchObject(refused);
    expect((await add(person.token)).status).toBe(201);
  });

  test('signs its member in without nickname, password or code, and shows when it was last used', async () => {
    const person = await server.member({ active: true });
    const app = await registerApp(server, person);
    const { device } = await registerPasskey(server, { ...person, token: app.token });
    const userHandle = Buffer.from(person.memberId).toString('base64url');
    const answer = await signInWithPasskey(server, device, { userHandle });
    expect(answer).toMatchObject({ status: 200, body: { user: { nickname: person.nickname } } });
    expect(await list(answer.body.token)).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    const { body } = await withPassword(person);
    expect(body.details.ways).toEqual(['code', 'recovery-code', 'passkey']);
    expect(await withCode(body.details.ticket, codeOf(app.secret))).toBe(200);
  });
  const withCode = async (ticket: string, code: string) =>
    (await server.request('POST', '/user/login/code', { body: { ticket, code } })).status;

  test('does not replace the password of a member who is not staff', async () => {
    const person = await server.member({ active: true });
    await registerPasskey(server, person);
    expect((await withPassword(person)).status).toBe(200);
  });

  test('is refused with a used or expired challenge, or one made for another purpose', async () => {
    const person = await server.member({ active: true });
    const { device, token } = await registerPasskey(server, person);
    const options = async () => (await server.request('POST', '/user/login/passkey/options')).body;
    const use = (passkey: object) => server.request('POST', '/user/login/passkey', { body: { passkey } });
    const once = device.get(await options());
    const both = await Promise.all([use(once), use(once)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);

    const late = await options();
    await server.pool.query(`update app.sign_in_tickets set expires_at = now() where member_id is null`);
    expect(await use(device.get(late))).toMatchObject(refused);
    const own = await server.request('POST', '/user/step-up/passkey', { token });
    expect(await use(device.get(own.body))).toMatchObject(refused);
    const made = await server.request('POST', '/user/passkeys/options', { token });
    expect(await use(device.get({ ...made.body, rpId: made.body.rp.id }))).toMatchObject(refused);
    expect(await use(device.get({ ...late, challenge: 'never-issued' }))).toMatchObject(refused);
    for (const passkey of [undefined, {}, { ...once, response: {} }, { ...once, id: '<>' }])
      expect(await use(passkey as object)).toMatchObject(refused);
  });

  test('is refused for another host, site or member, and without user verification by the device', async () => {
    const person = await server.member({ active: true });
    const other = await server.member({ active: true });
    const { device } = await registerPasskey(server, person);
    const options = (await server.request('POST', '/user/login/passkey/options')).body;
    const otherSite = device.get({ ...options, rpId: 'matgyo.example' });
    expect(
      await server.request('POST', '/user/login/passkey', { body: { passkey: otherSite } }),
    ).toMatchObject(refused);
    const userHandle = Buffer.from(other.memberId).toString('base64url');
    for (const from of [{ origin: 'https://matgyo.example' }, { verified: false }, { userHandle }])
      expect(await signInWithPasskey(server, device, from)).toMatchObject(refused);
    expect((await signInWithPasskey(server, device)).status).toBe(200);
  });

  test('is refused when its counter is lower than before, since it may be a copy', async () => {
    const manager = await server.member({ active: true, manager: true });
    const { device } = await registerPasskey(server, manager);
    device.counter = 7;
    expect((await signInWithPasskey(server, device)).status).toBe(200);
    for (const counter of [7, 3, 0]) {
      device.counter = counter;
      expect(await signInWithPasskey(server, device)).toMatchObject(refused);
    }
    device.counter = 8;
    expect((await signInWithPasskey(server, device)).status).toBe(200);
    const failures = () =>
      server.pool.query(
        `select from app.audit_log where subject_id = $1 and action = 'staff-sign-in-failed'`,
        [manager.memberId],
      );
    await expect.poll(async () => (await failures()).rowCount).toBe(3);
  });

  test('is used once with a counter, also if two uses have read the one before', async () => {
    const person = await server.member({ active: true });
    const { id } = await registerPasskey(server, person);
    const db = createDatabase(server.pool);
    const { note } = createStoredPasskeys(db);
    const checked = { id, memberId: person.memberId as MemberId, before: 0, counter: 7 };
    expect([await note(db, checked), await note(db, checked)]).toEqual([true, false]);
  });

  test('is removed after a step-up: it no longer signs in, its sessions end, and the phone gets a message', async () => {
    const person = await server.member({ active: true });
    const { device, id } = await registerPasskey(server, person);
    const elsewhere = await signInWithPasskey(server, device);
    const { token } = (await signInWithPasskey(server, device)).body;
    const remove = (by = token) => server.request('DELETE', `/user/passkeys/${id}`, { token: by });
    expect(await remove()).toMatchObject({
      status: 401,
      body: { code: 'STEP_UP_REQUIRED', details: { ways: ['password', 'passkey'] } },
    });
    const stranger = await server.member({ active: true });
    await server.request('POST', '/user/step-up', {
      token: stranger.token,
      body: { password: stranger.password },
    });
    expect(await remove(stranger.token)).toMatchObject({ status: 404, body: { code: 'PASSKEY_NOT_FOUND' } });

    const step = await server.request('POST', '/user/step-up/passkey', { token });
    expect(step.body.allowCredentials).toHaveLength(1);
    const body = { passkey: device.get(step.body) };
    expect((await server.request('POST', '/user/step-up', { token, body })).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await list(token)).toEqual([]);
    expect(await signInWithPasskey(server, device)).toMatchObject(unregistered);
    expect((await server.request('GET', '/user/sessions', { token: elsewhere.body.token })).status).toBe(401);
    await expect.poll(() => messagesTo(person, '패스키가 삭제')).toBe(1);
  });

  test('steps up only its own session: not with another member’s passkey, nor with the challenge of another session', async () => {
    const person = await server.member({ active: true });
    const other = await server.member({ active: true });
    const { device, token } = await registerPasskey(server, person);
    const others = await registerPasskey(server, other);
    await setBack(25, person);
    const options = async (by: string) =>
      (await server.request('POST', '/user/step-up/passkey', { token: by })).body;
    const stepUp = (passkey: object) => server.request('POST', '/user/step-up', { token, body: { passkey } });
    expect(await stepUp(others.device.get(await options(token)))).toMatchObject(refused);
    const again = (await signInWithPasskey(server, device)).body.token;
    expect(await stepUp(device.get(await options(again)))).toMatchObject(refused);
    expect((await stepUp(device.get(await options(token)))).status).toBe(200);
    const both = { password: person.password, passkey: device.get(await options(token)) };
    expect((await server.request('POST', '/user/step-up', { token, body: both })).status).toBe(422);
  });

  test('cannot be registered twice, with the challenge of another member, or beyond ten', async () => {
    const person = await server.member({ active: true });
    const other = await server.member({ active: true });
    const { device, token } = await registerPasskey(server, person);
    await registerPasskey(server, other);
    const options = async (by: string) =>
      (await server.request('POST', '/user/passkeys/options', { token: by })).body;
    const add = (credential: object, by = token) =>
      server.request('POST', '/user/passkeys', { token: by, body: { name: 'One', credential } });
    expect(await add(device.create(await options(token)))).toMatchObject(refused);
    const fresh = () => createPasskeyDevice(server.url);
    expect(await add(fresh().create(await options(other.token)))).toMatchObject(refused);
    expect(
      await add(createPasskeyDevice('https://matgyo.example').create(await options(token))),
    ).toMatchObject(refused);
    for (let more = 1; more < 10; more++)
      expect((await add(fresh().create(await options(token)))).status).toBe(201);
    expect(await server.request('POST', '/user/passkeys/options', { token })).toMatchObject({
      status: 409,
      body: { code: 'PASSKEYS_FULL' },
    });
  });

  test('can be requested ten times in a quarter of an hour without an answer, counted apart from an app’s codes', async () => {
    const person = await server.member({ active: true });
    const { secret, token } = await registerApp(server, person);
    const { device } = await registerPasskey(server, { ...person, token });
    const requestChallenge = () => server.request('POST', '/user/step-up/passkey', { token });
    const stepUp = (body: object) => server.request('POST', '/user/step-up', { token, body });
    const guess = async () => (await stepUp({ code: '000000' })).status;
    for (let requested = 0; requested < 9; requested++) expect((await requestChallenge()).status).toBe(200);
    const { body } = await requestChallenge();
    expect((await requestChallenge()).status).toBe(429);
    expect((await server.request('POST', '/user/passkeys/options', { token })).status).toBe(429);
    expect((await stepUp({ code: codeOf(secret) })).status).toBe(200);

    for (let tried = 0; tried < 10; tried++) expect(await guess()).toBe(422);
    expect(await guess()).toBe(429);
    expect((await stepUp({ passkey: device.get(body) })).status).toBe(200);
    expect((await requestChallenge()).status).toBe(200);
  });

  test('is removed when the password is recovered by phone', async () => {
    const person = await server.member({ active: true });
    const { device } = await registerPasskey(server, person);
    await recover(person);
    expect(await signInWithPasskey(server, device)).toMatchObject(unregistered);
  });

  test('of staff is kept after a recovery, since the phone is no second factor', async () => {
    const manager = await server.member({ active: true, manager: true });
    const { device } = await registerPasskey(server, manager);
    await recover(manager);
    expect((await signInWithPasskey(server, device)).status).toBe(200);
  });

  async function recover(person: Person) {
    const code = await server.recoveryCode(person);
    const body = { nickname: person.nickname, code, password: 'gravel-umbrella-5' };
    expect((await server.request('POST', '/user/recover-password', { body })).status).toBe(200);
  }

  test('of a deactivated manager opens a session without the role; the password alone opens none', async () => {
    const manager = await server.member({ active: true, manager: true });
    const { device } = await registerPasskey(server, manager);
    const admin = await server.admin();
    const set = (status: string) =>
      server.request('PUT', `/user/users/${manager.nickname}`, { token: admin.token, body: { status } });
    expect((await set('inactive')).status).toBe(200);
    const answer = await signInWithPasskey(server, device);
    expect(answer.status).toBe(200);
    const see = (token: string) => server.request('GET', '/sell/manager/getallstats', { token });
    expect((await see(answer.body.token)).status).toBe(403);
    expect(await withPassword(manager)).toMatchObject({ status: 401, body: { code: 'PASSKEY_REQUIRED' } });
  });
});

describe('where staff need a second factor', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({ REQUIRE_SECOND_FACTOR: '1' });
  });
  afterAll(() => strict.close());
  const see = async (token: string) => (await strict.request('GET', '/admin/members/x', { token })).status;

  test('an admin’s roles are in force once a passkey is registered, in the same session, and end when it is removed', async () => {
    const admin = await strict.admin();
    expect(await see(admin.token)).toBe(403);
    const { device, id, token } = await registerPasskey(strict, admin);
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      admin: true,
    });
    expect(await see(token)).toBe(404);
    expect(await withPassword(admin, strict)).toMatchObject({
      status: 401,
      body: { code: 'PASSKEY_REQUIRED' },
    });
    const again = await signInWithPasskey(strict, device);
    expect(again.body).toMatchObject({ secondFactorMissing: false, passwordWeak: false });
    expect(await see(again.body.token)).toBe(404);
    await strict.request('POST', '/user/step-up', { token, body: { password: admin.password } });
    expect((await strict.request('DELETE', `/user/passkeys/${id}`, { token })).status).toBe(200);
    expect(await see(token)).toBe(403);
    const { rows } = await strict.pool.query(
      `select action from app.audit_log where subject_id = $1 and action like 'passkey%' order by sequence`,
      [admin.memberId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['passkey-registered', 'passkey-removed']);
  });

  test('a member with a passkey who becomes staff has to sign in with it', async () => {
    const person = await strict.member();
    const { device } = await registerPasskey(strict, person);
    await changeAccount(strict, person, activate);
    await changeAccount(strict, person, (account) => grantRole(account, 'manager'));
    const code = async () => (await withPassword(person, strict)).body.code;
    await expect.poll(code).toBe('PASSKEY_REQUIRED');
    const { body } = await signInWithPasskey(strict, device);
    const stats = await strict.request('GET', '/sell/manager/getallstats', { token: body.token });
    expect(stats.status).not.toBe(403);
  });
});
