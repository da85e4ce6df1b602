import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { passingRefusals } from '@matgyo/contracts/errors/passing-refusals';
import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { parsePosition } from '@matgyo/event-store/postgres/position';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { verifyReadModels } from '@matgyo/projections/verify/verify-read-models';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { signUpForm } from '../../../../test/sign-up-form.ts';
import { testAll } from '../../../../test/test-all.ts';
import {
  joinServer,
  processAdmin,
  type ServerProcess,
  settingsFor,
  signInTo,
  startServerProcess,
} from '../../server-process.fixture.ts';
import { approvalPath, figures, pair } from '../orders/market.fixture.ts';
import { Invariants } from './invariants.ts';
import { chanceOf } from './random.ts';

const commands = testAll ? 100_000 : 240;
const clients = 16;
const chance = chanceOf(20_260_101);

let database: TestDatabase;
let dataDir: string;
let environment: Record<string, string>;
/** Two backends on one database; the first runs the projections. */
let servers: [ServerProcess, ServerProcess];
let admins: readonly string[];
let members: readonly string[];
const logs: EventLog[] = [];
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'clients-'));
  environment = settingsFor(database);
  const first = await startServerProcess(dataDir, { ...environment, PROJECTIONS: 'inside' });
  servers = [first, await startServerProcess(dataDir, environment)];
  members = [
    await joinServer(first, dataDir, '01044440001'),
    await joinServer(first, dataDir, '01044440002'),
    await joinServer(first, dataDir, '01044440003'),
  ];
  pool = new pg.Pool({ ...database.connection, max: 4 });
  admins = await fourAdmins(first);
  const connection = { ...database.connection };
  logs.push(await createPostgresEventLog({ connection }), await createPostgresEventLog({ connection }));
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.end('SIGTERM')));
  await Promise.all(logs.map((log) => log.close()));
  await pool?.end();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** So many because each keeps 10,000 refusals a day for repeats (`keptRepliesOf`); those beyond are decided again. */
async function fourAdmins(server: ServerProcess): Promise<readonly string[]> {
  const first = await signInTo(server, processAdmin.nickname, processAdmin.password);
  const others: string[] = [];
  for (const phone of ['01044440011', '01044440012', '01044440013']) {
    await joinServer(server, dataDir, phone);
    const newest = await pool.query('select nickname from app.members order by created_at desc limit 1');
    const { nickname } = newest.rows[0];
    const [second] = others;
    const send = async (method: string, where: string, token: string, body: object) => {
      const answer = await server.request(method, where, { token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body;
    };
    if (second === undefined)
      await send('PUT', `/user/users/${nickname}`, first, { admin: true, confirmAlone: nickname });
    else {
      const { approvalId } = await send('POST', '/approvals', first, { kind: 'role', nickname, admin: true });
      await send('POST', `/approvals/${approvalId}/approve`, second, {});
    }
    others.push(await signInTo(server, nickname, signUpForm().password));
  }
  return [first, ...others];
}

/** Follows the log from the start; all readers must see the same positions in order. */
function follow(log: EventLog, signal: AbortSignal) {
  const invariants = new Invariants({ judgesSteps: true });
  const seen = { count: 0, isGapless: true, invariants, created: new Map<string, number>() };
  const following = (async () => {
    for await (const { events } of log.subscribeAll({ after: logStart, signal })) {
      for (const event of events) {
        seen.count += 1;
        if (parsePosition(event.position) !== seen.count) seen.isGapless = false;
        invariants.observe(event);
        const { commandId } = event.metadata;
        // A key executed twice would have created two orders or trades under one command.
        if (event.type === 'OrderPlaced' || event.type === 'TradeProposed')
          seen.created.set(commandId, (seen.created.get(commandId) ?? 0) + 1);
      }
    }
  })();
  return { seen, following };
}

interface Call {
  readonly token: string;
  readonly where: string;
  readonly body: object;
}

/** Existing orders, shared by all clients so that they compete. */
const orders = { sell: [] as string[], buy: [] as string[] };

function nextCall(): Call {
  const side = chance.pick(['sell', 'buy'] as const);
  const kind = chance.below(20);
  const few = orders.sell.length < 4 || orders.buy.length < 4;
  if (few || kind < 5) {
    const won = chance.pick(['1400', '5600', '14000', '140000']);
    return { token: chance.pick(members), where: `/${side}`, body: figures(won, '1400') };
  }
  const recent = (of: readonly string[]) => chance.pick(of.slice(-12));
  if (kind < 11) {
    const decision = chance.happens(0.9) ? 'approve' : 'reject';
    const where = approvalPath(side, recent(orders[side]), decision);
    return { token: chance.pick(admins), where, body: decision === 'reject' ? { reason: 'OTHER' } : {} };
  }
  const both = pair(recent(orders.sell), recent(orders.buy));
  const action = kind < 16 ? 'match' : chance.happens(0.7) ? 'complete' : 'cancel';
  const amount = action === 'match' && chance.happens(0.5) ? { amount: '1' } : {};
  return { token: chance.pick(admins), where: `/sell/admin/${action}-orders`, body: { ...both, ...amount } };
}

const answered: (Call & { readonly key: string; readonly answer: ApiAnswer })[] = [];
const unanswered: (Call & { readonly key: string })[] = [];

/** One client; sends a fifth of its commands to both backends at once with one key. */
async function work(share: number): Promise<void> {
  for (let sent = 0; sent < share; sent += 1) {
    const call = nextCall();
    const key = randomUUID();
    const to = chance.happens(0.2) ? servers : [chance.pick(servers)];
    const answers = await Promise.all(
      to.map((server) => sendCall(server, { ...call, key }).catch(() => undefined)),
    );
    const known = answers.filter((answer) => answer !== undefined).filter(({ status }) => status < 500);
    // Final replies must be the same from both.
    const final = known.filter(({ body }) => !passingRefusals.has(body.code));
    for (const answer of final) expect(replyOf(answer)).toEqual(replyOf(final[0] as ApiAnswer));
    for (const answer of final.slice(0, 1)) record(key, call, answer);
    if (final.length === 0) unanswered.push({ ...call, key });
  }
}

const sendCall = (server: ServerProcess, { token, where, body, key }: Call & { readonly key: string }) =>
  server.request('POST', where, { token, body, headers: { 'idempotency-key': key } });

const replyOf = ({ status, body: { code, details, order, trade } }: ApiAnswer) => ({
  status,
  code,
  details,
  order,
  trade,
});

function record(key: string, call: Call, answer: ApiAnswer): void {
  answered.push({ ...call, key, answer });
  const placed = call.where === '/sell' ? 'sell' : call.where === '/buy' ? 'buy' : undefined;
  if (placed !== undefined && answer.status === 201) orders[placed].push(answer.body.order._id);
}

test(`${commands} random commands of ${clients} clients at two backends, one of which is killed: every acknowledged command is stored once`, async () => {
  await servers[0].request('POST', '/tetherprice/update-tether-price', {
    token: admins[0] as string,
    body: { tetherPrice: 1400 },
  });
  const end = new AbortController();
  const readers = logs.map((log) => follow(log, end.signal));
  const half = Math.ceil(commands / clients / 2);
  const working = () => Promise.all(Array.from({ length: clients }, () => work(half)));

  const firstHalf = working();
  await expect.poll(() => answered.length, { timeout: 600_000 }).toBeGreaterThan(commands / 8);
  expect(await servers[1].end('SIGKILL')).toBe('SIGKILL');
  await firstHalf;
  expect(unanswered.length).toBeGreaterThan(0);
  servers[1] = await startServerProcess(dataDir, environment);
  for (const call of unanswered.splice(0)) {
    const answer = await sendCall(chance.pick(servers), call);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    record(call.key, call, answer);
  }
  await working();

  // A repeat with the same key gets the first reply at either backend.
  for (const { answer, ...call } of answered.slice(-20)) {
    expect(replyOf(await sendCall(chance.pick(servers), call))).toEqual(replyOf(answer));
  }
  const last = await logs[0]?.lastEvent();
  const count = Number(parsePosition(last?.position ?? logStart));
  for (const { seen } of readers) await expect.poll(() => seen.count).toBe(count);
  end.abort();
  await Promise.all(readers.map(({ following }) => following));
  for (const { seen } of readers) {
    seen.invariants.checkEnd();
    expect(seen.invariants.violation).toBeUndefined();
    expect(seen.isGapless).toBe(true);
    expect([...seen.created.values()].every((times) => times === 1)).toBe(true);
    for (const { answer } of answered.filter(({ answer: { status } }) => status === 201)) {
      const id = answer.body.order?._id ?? answer.body.trade?._id;
      const there = answer.body.order ? seen.invariants.oracle.order(id) : seen.invariants.oracle.trade(id);
      expect(there, id).toBeDefined();
    }
  }
  const log = logs[0] as EventLog;
  await expect
    .poll(() => verifyReadModels({ log, pool }), { timeout: 60_000, interval: 500 })
    .toMatchObject({ findings: [] });
  const kinds = new Map<string, number>();
  for (const { answer } of answered)
    kinds.set(String(answer.status), (kinds.get(String(answer.status)) ?? 0) + 1);
  // Checks that each outcome occurred.
  expect(Math.min(kinds.get('201') ?? 0, kinds.get('409') ?? 0)).toBeGreaterThan(commands / 20);
}, 900_000);
