import { describe, expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const server = await sharedTestServer();

const sessionOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
const devicesOf = async ({ token }: Person) =>
  (await server.request('GET', '/user/sessions', { token })).body.items as {
    readonly _id: string;
    readonly current: boolean;
  }[];
const callStatus = async ({ token }: Person, headers: Record<string, string> = {}) =>
  (await server.request('GET', '/user/sessions', { token, headers })).status;
const background = { 'x-unattended': '1' };

describe('the list of a member’s devices', () => {
  test('names each by browser and system, the current one first, and stores nothing else of the header', async () => {
    const person = await server.member({ active: true });
    const { nickname, password } = person;
    const signedIn = await server.request('POST', '/user/login', {
      body: { nickname, password },
      headers: { 'user-agent': phone },
    });
    const other = { ...person, token: signedIn.body.token };
    expect(await devicesOf(other)).toEqual([
      {
        _id: sessionOf(other),
        current: true,
        browser: 'safari',
        system: 'ios',
        push: false,
        signedInAt: expect.any(String),
        lastSeenAt: expect.any(String),
      },
      expect.objectContaining({ _id: sessionOf(person), current: false, browser: 'other' }),
    ]);
    const { rows } = await server.pool.query(
      'select s::text as row from app.sessions s where member_id = $1',
      [person.memberId],
    );
    expect(JSON.stringify(rows)).not.toContain('AppleWebKit');
  });

  test('can end one session, but none of other members', async () => {
    const [person, stranger] = [await server.member(), await server.member()];
    const again = await server.signIn(person.nickname, person.password);
    const end = (who: Person, id: string) =>
      server.request('DELETE', `/user/sessions/${id}`, { token: who.token });
    expect(await end(stranger, sessionOf(again))).toMatchObject({
      status: 404,
      body: { code: 'SESSION_NOT_FOUND' },
    });
    expect((await end(person, sessionOf(again))).status).toBe(200);
    expect([await callStatus(again), await callStatus(person), await callStatus(stranger)]).toEqual([
      401, 200, 200,
    ]);
    expect((await end(person, sessionOf(again))).status).toBe(404);
    expect(await devicesOf(person)).toHaveLength(1);
  });

  test('can end all other sessions at once, which the audit log records for staff', async () => {
    const staff = await server.member({ active: true, manager: true });
    const others = [
      await server.signIn(staff.nickname, staff.password),
      await server.signIn(staff.nickname, staff.password),
    ];
    const ended = await server.request('DELETE', '/user/sessions', { token: staff.token });
    expect(ended).toMatchObject({ status: 200, body: { ended: 2 } });
    expect(await Promise.all([staff, ...others].map((one) => callStatus(one)))).toEqual([200, 401, 401]);
    const { rows } = await server.pool.query(
      `select content::jsonb from app.audit_log where action = 'staff-sessions-ended' and subject_id = $1`,
      [staff.memberId],
    );
    expect(rows).toEqual([
      { content: expect.objectContaining({ actorId: staff.memberId, details: { count: 2 } }) },
    ]);
  });
});

describe('an unused session', () => {
  const leftFor = (minutes: number, { memberId }: Person) =>
    server.pool.query(
      `with changed as (
         update app.sessions set seen_at = now() - make_interval(mins => $1) where member_id = $2 returning member_id)
       select pg_notify('matgyo_sessions', member_id) from changed`,
      [minutes, memberId],
    );
  const seenAgo = async ({ memberId }: Person): Promise<number> =>
    (
      await server.pool.query(
        'select extract(epoch from now() - seen_at)::float8 / 60 as minutes from app.sessions where member_id = $1',
        [memberId],
      )
    ).rows[0].minutes;
  const idle = { status: 401, body: { code: 'SESSION_IDLE' } };

  test('of staff ends after half an hour, with the reason in the refusal', async () => {
    const staff = await server.member({ active: true, manager: true });
    await leftFor(32, staff);
    await expect.poll(() => callStatus(staff)).toBe(401);
    const list = (language: 'ko' | 'en') =>
      server.request('GET', '/user/sessions', { token: staff.token, language });
    expect(await list('en')).toMatchObject({
      ...idle,
      body: { error: 'You were signed out after a period of inactivity.' },
    });
    expect(await list('ko')).toMatchObject({
      ...idle,
      body: { error: '한동안 사용하지 않아 로그아웃됐어요.' },
    });
    const again = await server.signIn(staff.nickname, staff.password);
    expect(await devicesOf(again)).toHaveLength(1);
  });

  test('of staff that has ended is not there any more for who ends it in another session', async () => {
    const staff = await server.member({ active: true, manager: true });
    await leftFor(32, staff);
    const { token } = await server.signIn(staff.nickname, staff.password);
    const end = (path: string) => server.request('DELETE', path, { token });
    expect(await end(`/user/sessions/${sessionOf(staff)}`)).toMatchObject({
      status: 404,
      body: { code: 'SESSION_NOT_FOUND' },
    });
    expect((await end('/user/sessions')).body.ended).toBe(0);
  });

  test('of staff does not outlive a clock that ran ahead and was set back', async () => {
    const staff = await server.member({ active: true, manager: true });
    await leftFor(-32, staff);
    await expect.poll(() => callStatus(staff)).toBe(401);
  });

  test('of staff continues while it is used, with at most one write a minute', async () => {
    const staff = await server.member({ active: true, manager: true });
    await leftFor(29, staff);
    expect(await callStatus(staff)).toBe(200);
    await expect.poll(() => seenAgo(staff)).toBeLessThan(1);
    const before = await seenAgo(staff);
    for (let times = 0; times < 3; times++) await callStatus(staff);
    expect(await seenAgo(staff)).toBeGreaterThanOrEqual(before);
  });

  test('is not extended by background requests of a page', async () => {
    const staff = await server.member({ active: true, manager: true });
    await leftFor(29, staff);
    expect(await callStatus(staff, background)).toBe(200);
    expect(await seenAgo(staff)).toBeGreaterThan(28);
    await leftFor(32, staff);
    await expect.poll(() => callStatus(staff, background)).toBe(401);
  });

  test('of a member continues', async () => {
    const member = await server.member({ active: true });
    await leftFor(300, member);
    expect(await callStatus(member)).toBe(200);
    await expect.poll(() => seenAgo(member)).toBeLessThan(1);
  });
});

test('a member has at most 50 sessions: the oldest ends', async () => {
  const person = await server.member();
  await server.pool.query(
    `insert into app.sessions (id, member_id, status, admin, manager, created_at, expires_at)
     select 'many' || n, $1, 'inactive', false, false, now() + n * interval '1 ms', now() + interval '1 hour'
     from generate_series(1, 49) n`,
    [person.memberId],
  );
  const status = async () => (await server.request('GET', '/user/sessions', { token: person.token })).status;
  expect(await status()).toBe(200);
  const later = await server.signIn(person.nickname, person.password);
  await expect.poll(status).toBe(401);
  expect((await server.request('GET', '/user/sessions', { token: later.token })).status).toBe(200);
});
