import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import type { EventLog, StreamAppend } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import pg from 'pg';
import { completedPair, event, newId, placed, registered, stream } from './events.ts';
import { callAt, callsOfALife } from './life.ts';
import { concurrently, median, percentile } from './measure.ts';
import { type Market, openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';
import type { RunningProgram } from './server.ts';
import { requestsPerSecond, runLives, tradersOf } from './whole-life.ts';

const people = 2_000;
const eventsOfACall = 400;
/** Streams of at most two events each, or all of one batch. */
const streamsOfACall = 200;
const traders = 16;
const lookups = 30;
const warmUps = 3;
const catchUpMsMax = 900_000;
/** Longer than a minute: the signer would have looked at what has changed. */
const settledMs = 65_000;
const lookMs = 250;

const lists = [
  { what: 'the public list of sell orders', path: '/sell/sell-orders?limit=50', by: 'visitor' },
  { what: "a member's sell orders", path: '/sell/sell-orders?limit=50', by: 'member' },
  { what: 'pending sell orders', path: '/sell/admin/all/pending-orders?limit=50', by: 'admin' },
  { what: 'sell orders on sale', path: '/sell/admin/all/onsale-orders?limit=50', by: 'admin' },
  { what: 'matched orders', path: '/sell/allmatched-orders?limit=50', by: 'admin' },
  { what: 'the counts of every queue', path: '/admin/queue-counts', by: 'admin' },
  { what: 'the trial balance', path: '/journal/trial-balance', by: 'admin' },
  { what: 'the first page of the fee report', path: '/fees/report?limit=50', by: 'admin' },
] as const;

/**
 * The cost of calls on a large ledger, compared with the same calls when it was small: whole lives and lists among 10⁴
 * and 10⁶ orders. More than 60 `seconds` of lives include one of the signer's looks at what has changed.
 */
export async function benchGrowth(
  dataDir: string,
  sizes: readonly [small: number, large: number],
  seconds: number,
): Promise<readonly Figure[]> {
  await using program = await startMatgyo(dataDir);
  const market = await openMarket(program, dataDir, traders);
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  await using filling = await Filling.open(postgres.connection);
  const [small, large] = sizes;
  await filling.to(small);
  await untilCaughtUp(program);
  // Warms up until it runs compiled code.
  await runLives(callAt(`${program.url}/api/v1`), tradersOf(market), seconds / 4);
  const before = await measure(program, market, seconds);
  await filling.to(large);
  await untilCaughtUp(program);
  await filling.untilSettled();
  const after = await measure(program, market, seconds);
  return figuresOf(before, after, filling.events, sizes);
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** Durations in milliseconds: of whole lives, and of each list. */
async function measure(program: RunningProgram, market: Market, seconds: number) {
  const { admin, members } = market;
  const { whole } = await runLives(callAt(`${program.url}/api/v1`), tradersOf(market), seconds);
  const tokens = { visitor: undefined, member: members[0], admin };
  const listMs = new Map<string, number>();
  for (const { what, path: where, by } of lists) {
    const look = () => fetchList(program.url, where, tokens[by]);
    await concurrently(1, warmUps, look);
    listMs.set(what, median((await concurrently(1, lookups, look)).latenciesMs));
  }
  return { lives: whole, listMs };
}

async function fetchList(base: string, where: string, token: string | undefined): Promise<void> {
  const answer = await fetch(`${base}/api/v1${where}`, {
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${where} answered ${answer.status}`);
}

async function untilCaughtUp(program: RunningProgram): Promise<void> {
  const deadline = performance.now() + catchUpMsMax;
  while (performance.now() < deadline) {
    const answer = await fetch(`${program.url}/api/v1/health/ready`);
    const body = (await answer.json()) as { details?: object };
    const { projections = {} } = { ...body, ...body.details } as {
      projections?: Record<string, { lagSeconds: number | null; halted: boolean }>;
    };
    const states = Object.values(projections);
    if (states.some(({ halted }) => halted)) throw new Error('a read model halted');
    if (answer.ok && states.every(({ lagSeconds }) => lagSeconds === 0)) return;
    await delay(500);
  }
  throw new Error('the read models did not catch up');
}

/** Orders of two thousand members: most are pending, a third is open, a few were rejected or completed. */
class Filling {
  readonly #pool: pg.Pool;
  readonly #log: EventLog;
  readonly #members: readonly string[];
  #orders = 0;
  events = 0;

  private constructor(pool: pg.Pool, log: EventLog, members: readonly string[]) {
    this.#pool = pool;
    this.#log = log;
    this.#members = members;
  }

  static async open(connection: pg.ClientConfig): Promise<Filling> {
    const pool = new pg.Pool({ ...connection, max: 2 });
    pool.on('error', () => {});
    const members = Array.from({ length: people }, newId);
    await pool.query(
      `insert into app.members
         (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
       select id, 'person' || n, 'person' || n, 'person' || n, '홍길동', true, '한국은행', '0', '', ''
       from unnest($1::text[]) with ordinality as person (id, n)`,
      [members],
    );
    const filling = new Filling(pool, await createPostgresEventLog({ connection }), members);
    await filling.#append(members.map(newMember));
    return filling;
  }

  /** Adds orders up to this number. */
  async to(orders: number): Promise<void> {
    while (this.#orders < orders) {
      const streams: StreamAppend[] = [];
      for (let events = 0; events < eventsOfACall - 20; ) {
        const next = this.#next();
        streams.push(...next);
        events += next.reduce((sum, { events: added }) => sum + added.length, 0);
      }
      await this.#append(streams);
    }
  }

  /**
   * Waits until what a million new rows start is over: signing, within a minute, and vacuum. Orders that arrive over
   * months do not have that at once.
   */
  async untilSettled(): Promise<void> {
    let quietMs = 0;
    for (let waitedMs = 0; quietMs < settledMs; waitedMs += lookMs) {
      if (waitedMs > catchUpMsMax) throw new Error('the database did not settle');
      await delay(lookMs);
      const { rowCount } = await this.#pool.query(
        `select from pg_stat_activity
         where backend_type = 'autovacuum worker' or now() - xact_start > interval '100 ms'`,
      );
      quietMs = rowCount === 0 ? quietMs + lookMs : 0;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#log.close();
    await this.#pool.end();
  }

  #next(): readonly StreamAppend[] {
    const round = this.#orders % 100;
    const member = this.#members[(this.#orders * 7) % people] ?? '';
    if (round === 97 || round === 99) {
      this.#orders += 2;
      return completedPair(member, this.#members[(this.#orders * 11 + 1) % people] ?? '');
    }
    this.#orders += 1;
    const orderId = newId();
    const events = [placed(orderId, round % 2 === 0 ? 'sell' : 'buy', member)];
    if (round >= 60 && round < 90) events.push(event('OrderApproved', { orderId }));
    if (round >= 90) events.push(event('OrderRejected', { orderId, reason: 'BY_ADMIN' }));
    return [stream(`order-${orderId}`, events)];
  }

  async #append(streams: readonly StreamAppend[]): Promise<void> {
    for (let from = 0; from < streams.length; from += streamsOfACall)
      await this.#log.appendTogether(streams.slice(from, from + streamsOfACall));
    this.events += streams.reduce((sum, { events }) => sum + events.length, 0);
  }
}

const newMember = (memberId: string): StreamAppend =>
  stream(`member-${memberId}`, [registered(memberId), event('MemberActivated', { memberId })]);

function figuresOf(
  before: Measured,
  after: Measured,
  events: number,
  [small, large]: readonly [number, number],
): readonly Figure[] {
  const count = (value: number): string => value.toLocaleString('en-US');
  const what = `a whole life (${callsOfALife} calls) at ${requestsPerSecond} requests/s with ${count(large)} orders in ${count(events)} events`;
  const life = (share: number) => ({
    unit: 'ms',
    ours: percentile(after.lives, share),
    reference: percentile(before.lives, share),
    referenceWhat: `the same with ${count(small)} orders`,
  });
  return [
    { what, ...life(0.5) },
    { what: `${what}: the slowest of a hundred`, ...life(0.99) },
    ...[...after.listMs].map(([what, ours]) => ({
      what: `${what}, of ${count(large)} orders`,
      unit: 'ms',
      ours,
      reference: before.listMs.get(what) ?? Number.NaN,
      referenceWhat: `the same of ${count(small)}`,
    })),
  ];
}
