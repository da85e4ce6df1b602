import { describe, expect, test } from 'vitest';
import { codeOf, forgetSteps, registerApp } from '../../../../test/authenticator-app.ts';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { actionsOf, stateOf, ticketFor, withCode, withPassword } from './second-factor.fixture.ts';

const server = await sharedTestServer();

const wrong = { status: 422, body: { code: 'SECOND_FACTOR_WRONG' } };
/** Waits until this many statements that name the table wait for a row. */
const waiting = (table: string, count: number) =>
  expect.poll(async () => (await server.pool.query(waitingForRow, [`%${table}%`])).rowCount).toBe(count);
const waitingForRow = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
const expired = { status: 401, body: { code: 'SIGN_IN_EXPIRED' } };

describe('an authenticator app', () => {
  test('is registered after a step-up with the password, confirmed by a code, and ends the other sessions', async () => {
    const person = await server.member({ active: true });
    const other = await server.signIn(person.nickname, person.password);
    const { token } = person;
    const prepare = () => server.request('POST', '/user/second-factor', { token });
    // A recent sign-in is not enough.
    expect(await prepare()).toMatchObject({ status: 401, body: { code: 'STEP_UP_REQUIRED' } });
    await server.request('POST', '/user/step-up', { token, body: { password: person.password } });
    const { body } = await prepare();
    expect(body.uri).toMatch(
      new RegExp(`^otpauth://totp/Matgyo:${person.nickname}\\?.*secret=${body.secret}`),
    );
    const confirm = (code: string) =>
      server.request('POST', '/user/second-factor/confirm', { token, body: { code } });
    expect(await confirm('000000')).toMatchObject(wrong);
    expect(await stateOf(server, token)).toMatchObject({ on: false, required: false });
    expect((await withPassword(server, person)).status).toBe(200);

    const confirmed = await confirm(codeOf(body.secret));
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect(await stateOf(server, token)).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect((await server.request('GET', '/user/sessions', { token: other.token })).status).toBe(401);
    expect(await prepare()).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_ON' } });
  });

  test('is required after the password, with a ticket that is no session, is used once, and is invalid after a change of password', async () => {
    const person = await server.member({ active: true });
    const { secret } = await registerApp(server, person);
    const ticket = await ticketFor(server, person);
    expect((await server.request('GET', '/user/sessions', { token: ticket })).status).toBe(401);
    const signedIn = await withCode(server, ticket, codeOf(secret));
    expect(signedIn).toMatchObject({ status: 200, body: { user: { nickname: person.nickname } } });
    expect(await withCode(server, ticket, codeOf(secret, 1))).toMatchObject(expired);
    expect(await withCode(server, 'nothing', '000000')).toMatchObject(expired);

    const held = await ticketFor(server, person);
    const body = { currentPassword: person.password, password: 'another-pass-1' };
    expect((await server.request('PUT', '/user/password', { token: person.token, body })).status).toBe(200);
    expect(await withCode(server, held, codeOf(secret, 1))).toMatchObject(expired);
    const changed = { ...person, password: body.password };
    const late = await ticketFor(server, changed);
    await server.pool.query(`update app.sign_in_tickets set expires_at = now()`);
    expect(await withCode(server, late, '000000')).toMatchObject(expired);
    expect(await withCode(server, await ticketFor(server, changed), '000000')).toMatchObject(wrong);
  });

  test('accepts each code once and none older than the last, also of two concurrent sign-ins', async () => {
    const person = await server.member({ active: true });
    const { secret } = await registerApp(server, person);
    const code = codeOf(secret);
    const tickets = [await ticketFor(server, person), await ticketFor(server, person)];
    const both = await Promise.all(tickets.map((ticket) => withCode(server, ticket, code)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await withCode(server, await ticketFor(server, person), codeOf(secret, -1))).toMatchObject(wrong);
    expect((await withCode(server, await ticketFor(server, person), codeOf(secret, 1))).status).toBe(200);
    expect(await withCode(server, await ticketFor(server, person), codeOf(secret, 4))).toMatchObject(wrong);
  });

  test('limits wrong codes to five per ticket and ten per quarter of an hour', async () => {
    const person = await server.member({ active: true });
    const { secret } = await registerApp(server, person);
    const guess = async (ticket: string) => (await withCode(server, ticket, '000000')).status;
    const guesses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const ticket = await ticketFor(server, person);
      for (let tries = 0; tries < 6; tries++) guesses.push(await guess(ticket));
    }
    expect(guesses).toEqual([...Array(5).fill(422), 401, ...Array(5).fill(422), 401]);
    expect((await withCode(server, await ticketFor(server, person), codeOf(secret))).status).toBe(429);
  });

  test('notifies its owner of the tenth wrong code after the right password; 50 a day are tried for one password', async () => {
    const person = await server.member({ active: true });
    const { secret, token } = await registerApp(server, person);
    const guess = async (who: Person) => {
      // The quarter of an hour is over.
      await server.pool.query(`delete from app.rate_limits where key like 'second-factor:%'`);
      return (await withCode(server, await ticketFor(server, who), '000000')).status;
    };
    const guesses: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      guesses.push(await guess(person));
      // The tenth was the 49th.
      await server.pool.query(
        `update app.rate_limits set points = 49 where key like 'second-factor-of-password:%' and points = 10`,
      );
    }
    expect(guesses).toEqual([...Array(11).fill(422), 429]);

    const phone = await server.phoneOf(person);
    await expect.poll(() => server.messages(phone, '인증 앱 코드는 여러 번 틀린')).toHaveLength(1);

    const password = 'another-pass-1';
    const body = { currentPassword: person.password, password };
    expect((await server.request('PUT', '/user/password', { token, body })).status).toBe(200);
    const changed = { ...person, password };
    expect(await guess(changed)).toBe(422);
    await server.pool.query(
      `update app.rate_limits set points = 49 where key like 'second-factor-of-password:%' and points = 1`,
    );
    // A right code is not counted.
    expect((await withCode(server, await ticketFor(server, changed), codeOf(secret))).status).toBe(200);
    expect(await guess(changed)).toBe(422);
  });

  test('lets its owner sign in while a session of theirs guesses codes', async () => {
    const person = await server.member({ active: true });
    const { secret, token } = await registerApp(server, person);
    for (let guesses = 0; guesses < 10; guesses++) {
      const path = guesses % 2 === 0 ? '/user/step-up' : '/user/second-factor/confirm';
      expect(await server.request('POST', path, { token, body: { code: '000000' } })).toMatchObject(wrong);
    }
    expect((await server.request('POST', '/user/step-up', { token, body: { code: '000000' } })).status).toBe(
      429,
    );
    expect((await withCode(server, await ticketFor(server, person), codeOf(secret))).status).toBe(200);
  });

  test('is not confirmed with a code of the secret before, requested at the same moment', async () => {
    const person = await server.member({ active: true });
    const { token, password } = person;
    await server.request('POST', '/user/step-up', { token, body: { password } });
    const prepare = () => server.request('POST', '/user/second-factor', { token });
    const { secret } = (await prepare()).body;
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query('select from app.authenticators where member_id = $1 for update', [person.memberId]);
    const replaced = prepare();
    await waiting('authenticators', 1);
    const confirmed = server.request('POST', '/user/second-factor/confirm', {
      token,
      body: { code: codeOf(secret) },
    });
    await waiting('authenticators', 2);
    await client.query('commit');
    client.release();
    expect((await replaced).status).toBe(200);
    expect(await confirmed).toMatchObject(wrong);
  });

  test('ends a session of the password alone that is opened at the moment when it is confirmed', async () => {
    const person = await server.member({ active: true });
    const { token, password } = person;
    await server.request('POST', '/user/step-up', { token, body: { password } });
    const { secret } = (await server.request('POST', '/user/second-factor', { token })).body;
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query('select from app.credentials where member_id = $1 for update', [person.memberId]);
    const signedIn = withPassword(server, person);
    await waiting('insert into app.sessions', 1);
    const body = { code: codeOf(secret) };
    const confirmed = server.request('POST', '/user/second-factor/confirm', { token, body });
    await Promise.race([confirmed, waiting('credentials', 2)]);
    await client.query('commit');
    client.release();
    expect((await confirmed).status).toBe(200);
    const opened = (await signedIn).body.token ?? 'none';
    expect((await server.request('GET', '/user/sessions', { token: opened })).status).toBe(401);
  });

  test('is required of a sign-in that began before it was confirmed', async () => {
    const person = await server.member({ active: true });
    const { token, password } = person;
    await server.request('POST', '/user/step-up', { token, body: { password } });
    await server.request('POST', '/user/second-factor', { token });
    const client = await server.pool.connect();
    await client.query('begin');
    for (const held of [
      'select from app.credentials where member_id = $1 for update',
      'update app.authenticators set confirmed_at = now() where member_id = $1',
    ])
      await client.query(held, [person.memberId]);
    const signedIn = withPassword(server, person);
    await waiting('insert into app.sessions', 1);
    await client.query('commit');
    client.release();
    expect((await signedIn).status).toBe(503);
  });

  test('is stored encrypted, and its recovery codes hashed', async () => {
    const person = await server.member({ active: true });
    const { secret, recoveryCodes } = await registerApp(server, person);
    const { rows } = await server.pool.query(
      `select a::text as row from app.authenticators a where member_id = $1
       union all select r::text from app.recovery_codes r where member_id = $1`,
      [person.memberId],
    );
    expect(rows).toHaveLength(11);
    for (const one of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(JSON.stringify(rows)).not.toContain(one);
  });

  test('is removed after a step-up, and then the password is enough to sign in', async () => {
    const person = await server.member({ active: true });
    const { secret } = await registerApp(server, person);
    const again = await withCode(server, await ticketFor(server, person), codeOf(secret));
    const { token } = again.body;
    const remove = () => server.request('DELETE', '/user/second-factor', { token });
    expect(await remove()).toMatchObject({
      status: 401,
      body: { code: 'STEP_UP_REQUIRED', details: { ways: ['password', 'code'] } },
    });
    await forgetSteps(server, person);
    const stepUp = (code: string) => server.request('POST', '/user/step-up', { token, body: { code } });
    expect(await stepUp('000000')).toMatchObject(wrong);
    expect((await stepUp(codeOf(secret))).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await withPassword(server, person)).status).toBe(200);
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'SECOND_FACTOR_OFF' } });
  });
});

describe('a recovery code', () => {
  test('is accepted once instead of an app’s code, in any spelling, and the account’s phone gets a message', async () => {
    const staff = await server.member({ active: true, manager: true });
    const { recoveryCodes, token } = await registerApp(server, staff);
    const [first = '', second = ''] = recoveryCodes;
    expect(
      (await withCode(server, await ticketFor(server, staff), first.toUpperCase().replace('-', ' '))).status,
    ).toBe(200);
    expect(await withCode(server, await ticketFor(server, staff), first)).toMatchObject(wrong);
    expect((await withCode(server, await ticketFor(server, staff), second)).status).toBe(200);
    expect(await stateOf(server, token)).toMatchObject({ recoveryCodesLeft: 8 });
    // A refusal does not wait for its entry.
    await expect
      .poll(() => actionsOf(server, staff))
      .toEqual(
        expect.arrayContaining(['second-factor-registered', 'recovery-code-used', 'staff-sign-in-failed']),
      );
    const phone = await server.phoneOf(staff);
    await expect.poll(() => server.messages(phone, '복구 코드가 사용')).toHaveLength(2);
    expect(await server.messages(phone, '인증 앱이 등록')).not.toEqual([]);
  });
});

describe('new recovery codes', () => {
  const renew = (token: string, code: string) =>
    server.request('POST', '/user/second-factor/recovery-codes', { token, body: { code } });

  test('replace those before at once, for a code, end the other sessions, and are reported', async () => {
    const staff = await server.member({ active: true, manager: true });
    const { secret, recoveryCodes, token } = await registerApp(server, staff);
    const [first = '', second = ''] = recoveryCodes;
    const other = (await withCode(server, await ticketFor(server, staff), first)).body.token;
    expect(await renew(token, first)).toMatchObject(wrong);
    const renewed = await renew(token, codeOf(secret));
    expect(renewed.status).toBe(200);
    expect(new Set([...renewed.body.recoveryCodes, ...recoveryCodes]).size).toBe(20);
    expect(await stateOf(server, token)).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect((await server.request('GET', '/user/sessions', { token: other })).status).toBe(401);
    expect(await withCode(server, await ticketFor(server, staff), second)).toMatchObject(wrong);
    expect(
      (await withCode(server, await ticketFor(server, staff), renewed.body.recoveryCodes[0])).status,
    ).toBe(200);
    expect(await actionsOf(server, staff)).toContain('recovery-codes-renewed');
    const phone = await server.phoneOf(staff);
    await expect.poll(() => server.messages(phone, '복구 코드가 새로 발급')).not.toEqual([]);
  });

  test('need an app that is in use', async () => {
    const person = await server.member({ active: true });
    expect(await renew(person.token, '000000')).toMatchObject({
      status: 404,
      body: { code: 'SECOND_FACTOR_OFF' },
    });
  });
});
