import type { MemberId } from '@matgyo/contracts/ids';
import { CuttableProxy } from '@matgyo/event-store/conformance/cuttable-proxy';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { type NotifiedChannel, notifiedChannel } from '../../platform/database/notified-channel.ts';
import { createPool } from '../../platform/database/pool.ts';
import { rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { createAccountCheck } from './account-check.ts';
import { createSessions, type Sessions } from './session-store.ts';
import { sessionChannel } from './tables.ts';

/** A process in which no session is ended: it learns of ends only by notifications and by reading. */
interface OtherProcess {
  readonly sessions: Sessions;
  readonly channel: NotifiedChannel;
  /** Its clock, which only moves if a test advances it. */
  readonly clock: { ms: number };
  readonly ended: (MemberId | undefined)[];
  close(): Promise<void>;
}

let member: Person;
let sessionId: string;
let other: OtherProcess;
let proxy: CuttableProxy | undefined;

const server = await startTestServer();
beforeEach(async () => {
  member = await server.member();
  ({ sid: sessionId } = JSON.parse(Buffer.from(member.token.split('.')[1] ?? '', 'base64url').toString()));
});
afterEach(async () => {
  await other.close();
  await proxy?.refuse();
  proxy = undefined;
});
afterAll(() => server.close());

const checkOf = ({ pool, log }: TestServer) =>
  createAccountCheck({ db: createDatabase(pool), log, rowCheck: rowCheckOf(testSecret) });

const notified = { isListening: () => true, onNotification: () => undefined, onGap: () => undefined };

const sessionsOf = (options: Partial<Parameters<typeof createSessions>[0]>) =>
  createSessions({
    db: createDatabase(server.pool),
    notified,
    requireSecondFactor: false,
    accountCheck: checkOf(server),
    stepUpHash: () => '',
    onFailure: () => undefined,
    ...options,
  });

async function startOther(through: pg.ClientConfig = {}): Promise<OtherProcess> {
  const { host, port, user, database } = server.pool.options;
  const connection = { host, port, user, database };
  const pool = createPool(connection, () => undefined);
  const channel = notifiedChannel({ ...connection, ...through }, sessionChannel);
  const clock = { ms: 0 };
  const sessions = sessionsOf({ db: createDatabase(pool), notified: channel, now: () => clock.ms });
  const ended: (MemberId | undefined)[] = [];
  sessions.onEnded((memberId) => ended.push(memberId));
  const stopping = new AbortController();
  const finished = channel.background(stopping.signal);
  await expect.poll(() => channel.isListening()).toBe(true);
  ended.length = 0;
  return {
    sessions,
    channel,
    clock,
    ended,
    async close() {
      stopping.abort();
      await Promise.all([finished, pool.end()]);
    },
  };
}

const session = () => ({ sessionId, memberId: member.memberId as MemberId });
const isKnown = async () => (await other.sessions.callerOf(session())) !== undefined;
const loseChannel = () =>
  server.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    `matgyo ${sessionChannel}`,
  ]);

test('a session ended by another process leaves the cache on its notification, at any age', async () => {
  other = await startOther();
  expect(await isKnown()).toBe(true);
  await server.request('POST', '/user/logout', { token: member.token });
  await expect.poll(isKnown).toBe(false);
  expect(other.ended).toContain(member.memberId);
});

test.each([
  ['verification', 'phone_verified = false'],
  ['wallet', `tether_address = 'another'`],
])('a change of a member’s %s is notified to other processes, which remember it', async (_, change) => {
  other = await startOther();
  await server.pool.query(`update app.members set ${change} where id = $1`, [member.memberId]);
  await expect.poll(() => other.ended).toContain(member.memberId);
});

test.each([
  [
    'a change of password',
    async () => {
      const body = { currentPassword: member.password, password: 'another-pass-1' };
      const { token } = await server.signIn(member.nickname, member.password);
      return server.request('PUT', '/user/password', { token, body });
    },
  ],
  [
    'a role',
    async () => {
      const { token } = await server.admin();
      return server.request('PUT', `/user/users/${member.nickname}`, {
        token,
        body: { manager: true, confirmAlone: member.nickname },
      });
    },
  ],
  [
    'the erasure of the member',
    async () => {
      await server.pool.query('delete from app.members where id = $1', [member.memberId]);
      return { status: 200 };
    },
  ],
])('%s ends cached sessions in other processes', async (_, change) => {
  other = await startOther();
  expect(await isKnown()).toBe(true);
  expect((await change()).status).toBe(200);
  await expect.poll(isKnown).toBe(false);
});

test('a continuing session is read from the database every ten seconds, not with every request', async () => {
  other = await startOther();
  const first = await other.sessions.callerOf(session());
  other.clock.ms += 9_000;
  expect(await other.sessions.callerOf(session())).toBe(first);
  other.clock.ms += 2_000;
  expect(await other.sessions.callerOf(session())).not.toBe(first);
});

test('without notifications sessions are cached for half a second; when notifications return, the cache is cleared', async () => {
  other = await startOther();
  expect(await isKnown()).toBe(true);
  expect(other.sessions.knownForMs()).toBe(10_000);
  const knownForMs: number[] = [];
  other.channel.onGap(() => knownForMs.push(other.sessions.knownForMs()));
  await loseChannel();
  // Once when the channel was lost, once when it returned.
  await expect.poll(() => knownForMs).toEqual([500, 10_000]);
  expect(other.ended).toEqual([undefined, undefined]);
});

test('a dead connection without an error is detected because the server no longer answers', async () => {
  const { host, port } = server.pool.options;
  proxy = await CuttableProxy.to({ path: `${host}/.s.PGSQL.${port}` });
  other = await startOther({ host: '127.0.0.1', port: proxy.port });
  expect(await isKnown()).toBe(true);
  proxy.silence();
  await server.request('POST', '/user/logout', { token: member.token });
  await expect.poll(isKnown).toBe(false);
});

test.each([
  ['the maximum age ends', 1],
  ['a clock set back does not prolong', -1],
])('%s a cached session without a notification', async (_, direction) => {
  other = await startOther();
  const unnotified = sessionsOf({
    notified: { ...notified, isListening: () => false },
    now: () => other.clock.ms,
  });
  expect(await unnotified.callerOf(session())).toBeDefined();
  await server.request('POST', '/user/logout', { token: member.token });
  expect(unnotified.knownForMs()).toBeLessThanOrEqual(500);
  other.clock.ms += direction * unnotified.knownForMs();
  expect(await unnotified.callerOf(session())).toBeUndefined();
});

test('a session that is not found is read again half a second later', async () => {
  other = await startOther();
  const revoke = (at: string) =>
    server.pool.query(`update app.sessions set revoked_at = ${at} where id = $1`, [sessionId]);
  await revoke('now()');
  await expect.poll(() => other.ended).toContain(member.memberId);
  expect(await isKnown()).toBe(false);
  // This sends no notification.
  await revoke('null');
  other.clock.ms += 500;
  expect(await isKnown()).toBe(true);
});

test('a session that ends while it is being read is not remembered', async () => {
  other = await startOther();
  const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const db = createDatabase(server.pool).withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.resolve();
      await held.promise;
      return result;
    },
  });
  const sessions = sessionsOf({ db });
  const reading = sessions.callerOf(session());
  await read.promise;
  await server.request('POST', '/user/logout', { token: member.token });
  sessions.forget(member.memberId as MemberId);
  held.resolve();
  await reading;
  expect(await sessions.callerOf(session())).toBeUndefined();
});

test('while the log is unavailable, members’ sessions still work, and those of staff stay open without access', async () => {
  other = await startOther();
  const admin = await server.admin();
  const { sid } = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString());
  const unavailable = new EventLogUnavailable('none');
  const sessions = sessionsOf({
    accountCheck: { ...checkOf(server), isCurrent: () => Promise.reject(unavailable) },
  });
  expect([...(await sessions.callersOf([sessionId, sid])).keys()].sort()).toEqual([sessionId, sid].sort());
  const isCurrent = () => Promise.reject(new Error('a row was changed by SQL'));
  const mismatching = sessionsOf({ accountCheck: { ...checkOf(server), isCurrent } });
  expect([...(await mismatching.callersOf([sessionId, sid])).keys()]).toEqual([sessionId]);
  await server.request('POST', '/user/logout', { token: member.token });
  expect([...(await sessions.callersOf([sessionId, sid])).keys()]).toEqual([sid]);
  const ofAdmin = { sessionId: sid, memberId: admin.memberId as MemberId };
  await expect(sessions.callerOf(ofAdmin)).rejects.toBe(unavailable);
});
