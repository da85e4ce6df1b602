import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApplication } from '@matgyo/backend/app';
import { parseConfig } from '@matgyo/backend/config';
import { createRegistration } from '@matgyo/backend/identity/members/registration';
import { createVerifiedPhones } from '@matgyo/backend/identity/one-time-codes/verified-phones';
import { createPasswords } from '@matgyo/backend/identity/passwords/passwords';
import { systemTiming } from '@matgyo/backend/platform/commands/timing';
import { createDatabase } from '@matgyo/backend/platform/database/database';
import { createPool } from '@matgyo/backend/platform/database/pool';
import { type Listening, listen } from '@matgyo/backend/platform/http/listen';
import { createLogger } from '@matgyo/backend/platform/http/logger';
import { keysFrom, passwordKeys } from '@matgyo/backend/platform/keys';
import { migrateAppSchema } from '@matgyo/backend/platform/schema/migrate';
import { createSmsSender } from '@matgyo/backend/platform/sms/create-sms-sender';
import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createVisibility, type Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import { inject, vi } from 'vitest';
import { type ApiAnswer, type ApiCall, callApi } from './api-call.ts';
import { createTestDatabase, type DatabaseTemplate, type TestDatabase } from './database.ts';
import { signUpForm, smallJpeg } from './sign-up-form.ts';
import { untouchedApplication } from './untouched-application.ts';

export interface Person {
  readonly memberId: string;
  readonly nickname: string;
  readonly password: string;
  readonly token: string;
}

export interface TextMessage {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
}

export interface TestServer {
  /** Like `http://127.0.0.1:40001`. */
  readonly url: string;
  readonly dataDir: string;
  /** Every call it serves, with its access. */
  readonly endpoints: readonly Endpoint[];
  /** The application's own pool, to inspect the database. */
  readonly pool: pg.Pool;
  readonly log: Awaited<ReturnType<typeof createPostgresEventLog>>;
  /** All events of a stream, and their types. */
  eventsOf(stream: string): Promise<readonly RecordedEvent[]>;
  typesOf(stream: string): Promise<readonly string[]>;
  /** Calls below /api/v1. */
  request(method: string, path: string, call?: ApiCall): Promise<ApiAnswer>;
  /** The admin created from the configuration, in a new session. */
  admin(): Promise<Person>;
  /**
   * A new member, signed up and signed in over HTTP; optionally activated and given a role by the admin, and approved
   * by a second one if needed.
   */
  member(options?: {
    active?: boolean;
    manager?: boolean;
    admin?: boolean;
    nickname?: string;
    referralCode?: string;
    bankName?: string;
  }): Promise<Person>;
  signIn(nickname: string, password: string): Promise<Person>;
  /** An unused phone number, verified as by a code, without the two calls: ready to sign up. */
  verifiedPhone(): Promise<string>;
  /** Completes the registrations in `app.pending_registrations` as after a crash, and waits until they are accounts. */
  completeRegistrations(): Promise<void>;
  /** Sent text messages that have all these parts in their text or recipient, the oldest first. */
  messages(...parts: readonly string[]): Promise<readonly TextMessage[]>;
  /** E.164. */
  phoneOf(person: Pick<Person, 'memberId'>): Promise<string>;
  /** The newest code sent to a phone (E.164); '' before one was sent. */
  codeSentTo(phone: string): Promise<string>;
  /** Requests a code for a new password, and returns it from the message that is sent after the response. */
  recoveryCode(person: Pick<Person, 'memberId' | 'nickname'>): Promise<string>;
  close(): Promise<void>;
}

/** The secret of this server's tokens. */
export const testSecret = 'a secret only test servers have: 0123456789';
const adminCredentials = { nickname: 'RootAdmin', password: 'umbrella-gravel-71' };
let phones = 0;

/** Cheap hashes, because tests sign in hundreds of times; the real cost is tested in identity/passwords. */
const quickHash = { memoryCost: 64, timeCost: 1, parallelism: 1 };

let shared: Promise<TestServer> | undefined;

/**
 * The application shared by the test files of one worker, one after the other: for tests that only use data they
 * created themselves. It contains members, orders and prices of earlier files, and is not closed: it ends with the
 * worker.
 */
export function sharedTestServer(): Promise<TestServer> {
  shared ??= startTestServer({}, applicationWithMembers).catch((error: unknown) => {
    // The next file tries again.
    shared = undefined;
    throw error;
  });
  return shared;
}

/** In the run's own folder. */
const dataOfMembers = () => path.join(tmpdir(), 'application-with-members');

/**
 * An application with some active members, made once per run, that `member({ active: true })` returns first: for tests
 * that only use data they created themselves.
 */
export const applicationWithMembers: DatabaseTemplate = {
  name: 'application_with_members',
  async fill(connection) {
    const server = await startTestServer({}, { connection, drop: async () => undefined });
    const one = () => server.member({ active: true });
    const members: Person[] = [];
    // Numbers that no worker gives to its own members.
    const others = phones;
    phones = -1_000_000;
    while (members.length < inject('membersReady'))
      members.push(...(await Promise.all([one(), one(), one(), one()])));
    phones = others;
    await server.pool.query('create table members_ready as select $1::json as members', [
      JSON.stringify(members),
    ]);
    await cp(server.dataDir, dataOfMembers(), { recursive: true });
    await server.close();
  },
};

/**
 * On a busy machine read models may take longer than the second a response waits for them. Not for the heads of proofs,
 * which have three seconds in all.
 */
const patient = (visibility: Visibility): Visibility => ({
  ...visibility,
  waitUntilVisible: (position, names, withinMs) =>
    visibility.waitUntilVisible(position, names, names.includes('heads') ? withinMs : 5 * withinMs),
  waitForLater: (names, withinMs) => visibility.waitForLater(names, 5 * withinMs),
});

/**
 * The whole application on a loopback port: its own database on the run's server, the real log, the real projections,
 * its own data folder. `environment` is added to its configuration; `from` is a database that exists, or what its own
 * begins as; `webClientFolder` is a built web client to serve, `logger` receives its log.
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  from: TestDatabase | DatabaseTemplate = untouchedApplication,
  webClientFolder?: string,
  logger = createLogger(process.env['TEST_LOG'] ?? 'silent'),
): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'server-'));
  const alone = 'fill' in from;
  const database = alone ? await createTestDatabase(from) : from;
  const hasMembers = from === applicationWithMembers;
  if (hasMembers) await cp(dataOfMembers(), dataDir, { recursive: true });
  const outbox = path.join(dataDir, 'sms-outbox.jsonl');
  const config = parseConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '0',
    CODES_PER_IP_PER_HOUR: '100000',
    CODES_PER_DAY: '100000',
    // Proofs stay valid for long, because a file may take more than five minutes; step-up tests set the time back.
    STEP_UP_SECONDS: '86400',
    // Files of a worker share the admins and the price.
    FOUR_EYES_PRICE_PERCENT: '99999999',
    LIMITS: '{"ordersPerMinute":100000,"ordersPerDay":100000,"pendingOrdersMax":100000}',
    ADMIN_NICKNAME: adminCredentials.nickname,
    ADMIN_PASSWORD: adminCredentials.password,
    ...environment,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  await migrateAppSchema(database.connection);
  // As with the embedded database: without other processes there is no need to poll for them several times a second.
  const log = await createPostgresEventLog({ connection: database.connection, alone });
  // Half as many connections as in production: a start opens all, at several milliseconds each.
  const pool = createPool({ ...database.connection, max: 8 }, () => undefined);
  const projectionsPool = createPool({ ...database.connection, options: '' }, () => undefined);
  // Long enough to show most handlers that do not wait for a later read model.
  const gatherMs = 1_000;
  const projections = startProjections({ log, pool: projectionsPool, signal, logger, alone, gatherMs });
  // As in the program: one that is created later has missed commits.
  const visibility = patient(createVisibility({ pool: projectionsPool, signal, projections }));
  await projections.ready;
  const application = await createApplication({
    config,
    secret: testSecret,
    pool,
    log,
    timing: systemTiming,
    visibility,
    sms: createSmsSender(config.sms),
    passwords: await createPasswords({ keys: passwordKeys(testSecret, undefined), cost: quickHash }),
    logger,
    stopping: signal,
    webClientFolder,
  });
  await application.prepare();
  const background = application.background.map((work) => work(signal));
  const listening: Listening = await listen(application.koa, config, application.sockets);
  const api = `${listening.url}/api/v1`;
  const request = (method: string, where: string, call: ApiCall = {}): Promise<ApiAnswer> =>
    callApi(method, api + where, call);

  async function accountsShowEverything(): Promise<void> {
    const last = await log.lastEvent();
    if (last === undefined || (await visibility.waitUntilVisible(last.position, ['accounts'], 12_000)))
      return;
    throw new Error(`the accounts do not show event ${last.id}`);
  }

  const verifiedPhones = createVerifiedPhones(createDatabase(pool), keysFrom(testSecret).lookup);

  let editor: Promise<Person> | undefined;

  /** By an admin, in a session of its own; a new one if a test has ended it. */
  async function byAdmin(method: string, where: string, body: object): Promise<ApiAnswer> {
    editor ??= server.admin();
    const answer = await request(method, where, { token: (await editor).token, body });
    if (answer.status !== 401) return answer;
    editor = server.admin();
    return request(method, where, { token: (await editor).token, body });
  }

  const ready: Person[] = hasMembers
    ? (await pool.query<{ members: Person[] }>('select members from members_ready')).rows.flatMap(
        (row) => row.members,
      )
    : [];

  /** A second admin, created by `member`, for approvals that need two. */
  let secondAdmin: Person | undefined;

  async function setAccount(nickname: string, body: object): Promise<void> {
    let answer = await byAdmin('PUT', `/user/users/${nickname}`, { ...body, confirmAlone: nickname });
    if (answer.body.code === 'APPROVAL_NEEDED' && secondAdmin !== undefined) {
      const requested = await byAdmin('POST', '/approvals', { kind: 'role', nickname, ...body });
      const { token } = await server.signIn(secondAdmin.nickname, secondAdmin.password);
      const approve = `/approvals/${requested.body.approvalId}/approve`;
      answer = await request('POST', approve, { token, body: {} });
    }
    if (answer.status !== 200) throw new Error(`editing answered ${answer.status} ${answer.body.code}`);
  }

  const server: TestServer = {
    url: listening.url,
    dataDir,
    endpoints: application.routes.map(({ endpoint }) => endpoint),
    pool,
    log,
    eventsOf: (stream) => log.readStream(stream, { direction: 'forwards', limit: 500 }),
    typesOf: async (stream) => (await server.eventsOf(stream)).map(({ type }) => type),
    request,

    admin: () => server.signIn(adminCredentials.nickname, adminCredentials.password),

    async signIn(nickname, password) {
      const login = () => request('POST', '/user/login', { body: { nickname, password } });
      let { status, body } = await login();
      // On a busy machine the read model may not show the newest accounts yet.
      for (const deadline = Date.now() + 60_000; status === 503 && Date.now() < deadline; ) {
        await delay(50);
        ({ status, body } = await login());
      }
      if (status !== 200) throw new Error(`signing in as ${nickname} answered ${status} ${body.code}`);
      return { memberId: body.user._id, nickname, password, token: body.token };
    },

    async member({ active = false, manager = false, admin = false, ...fields } = {}) {
      const isPlain = active && !manager && !admin && Object.keys(fields).length === 0;
      const made = isPlain ? ready.shift() : undefined;
      if (made !== undefined) return made;
      const phone = await server.verifiedPhone();
      const form = signUpForm({ phone, ...fields });
      const signedUp = await request('POST', '/user/users', {
        form: { fields: form, file: { field: 'tetherIdImage', bytes: smallJpeg() } },
      });
      if (signedUp.status !== 201)
        throw new Error(`signing up answered ${signedUp.status} ${signedUp.body.code}`);
      await accountsShowEverything();
      if (active || manager || admin) {
        const roles = { ...(manager && { manager: true }), ...(admin && { admin: true }) };
        await setAccount(form.nickname, { ...(active && { status: 'active' }), ...roles });
        await accountsShowEverything();
      }
      const person = await server.signIn(form.nickname, form.password);
      if (admin) secondAdmin ??= person;
      return person;
    },

    async verifiedPhone() {
      phones += 1;
      const local = `10${String(20_000_000 + phones)}`;
      await verifiedPhones.add(`+82${local}`, '127.0.0.1');
      return `0${local}`;
    },

    async completeRegistrations() {
      await pool.query(`update app.pending_registrations set created_at = now() - interval '1 minute'`);
      const registration = createRegistration(createDatabase(pool), { log, timing: systemTiming }, logger);
      await registration.completeLeftOver();
      await accountsShowEverything();
    },

    async messages(...parts) {
      const lines = (await readFile(outbox, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      return lines
        .filter((line) => parts.every((part) => line.includes(part)))
        .map((line) => JSON.parse(line) as TextMessage);
    },

    phoneOf: async ({ memberId }) =>
      (await pool.query('select phone from app.members where id = $1', [memberId])).rows[0].phone,

    async codeSentTo(phone) {
      return (await server.messages(phone)).findLast(({ code }) => code !== undefined)?.code ?? '';
    },

    async recoveryCode({ memberId, nickname }) {
      const phone = await server.phoneOf({ memberId });
      const before = await server.codeSentTo(phone);
      const { status } = await request('POST', '/user/recover-password/code', { body: { nickname } });
      if (status !== 200) throw new Error(`asking for a code answered ${status}`);
      const another = async () => {
        const code = await server.codeSentTo(phone);
        return code !== before && code;
      };
      return vi.waitUntil(another, { timeout: 30_000, interval: 20 });
    },

    async close() {
      await listening.close(1_000);
      stopping.abort();
      await Promise.all([...background, projections.finished]);
      await application.sockets.close();
      await log.close();
      await Promise.all([pool.end(), projectionsPool.end()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}
