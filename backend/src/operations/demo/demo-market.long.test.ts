import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inquiryStatuses } from '@matgyo/contracts/inquiries';
import type { Price, Rate } from '@matgyo/contracts/money';
import { orderStatuses } from '@matgyo/contracts/order-status';
import { priceStream } from '@matgyo/contracts/streams';
import {
  type EventLog,
  logStart,
  type RecordedEvent,
  type StreamAppend,
} from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { orderDecider, statusOf } from '@matgyo/ledger/order/order';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import { verifySignatures } from '@matgyo/projections/verify/check-signatures';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import { isAddress } from '@solana/addresses';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { loadRoomChain } from '../../conversation/chat/room-chain.fixture.ts';
import { normalisedPhone } from '../../identity/members/phone.ts';
import { createPasswords } from '../../identity/passwords/passwords.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { passwordKeys } from '../../platform/keys.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import { statementIn, statementOf, statementsWith } from '../../trading/statements/statement-view.ts';
import { fillDemoMarket } from './demo-market.ts';
import { commandIdOf, inviteCodeOf } from './names.ts';
import { seedMembersOf } from './seed-members.ts';
import { signInsFile, signInsOf } from './sign-ins.ts';

class Killed extends Error {}

const passwords = await createPasswords({ keys: passwordKeys('a secret of this test', undefined) });

interface Installation {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly dataDir: string;
  readonly printed: string[];
  fill(options?: { log?: EventLog; now?: number; feeRate?: string }): Promise<string>;
  events(): Promise<readonly RecordedEvent[]>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

async function openInstallation(): Promise<Installation> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'));
  await migrateAppSchema(database.connection);
  const log = await createPostgresEventLog({ connection: database.connection });
  const pool = createPool(database.connection, () => undefined);
  const printed: string[] = [];
  return {
    log,
    pool,
    dataDir,
    printed,
    fill: ({ log: through = log, now = Date.now(), feeRate = '0.01' } = {}) =>
      fillDemoMarket({
        config: { dataDir, feeRate: feeRate as Rate, firstAdmin: undefined },
        pool,
        log: through,
        passwords,
        now: () => now,
        print: (text) => printed.push(text),
      }),
    events: async () => (await log.readAll({ after: logStart, limit: 5_000 })).events,
    count: async (table) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n,
    async close() {
      await Promise.all([pool.end(), log.close()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A log whose process crashes in the given append, after writing half of it. */
function killedIn(log: EventLog, call: number): EventLog {
  let calls = 0;
  const appendTogether = async (appends: readonly StreamAppend[]) => {
    calls += 1;
    if (calls < call) return log.appendTogether(appends);
    const half = appends.slice(0, Math.floor(appends.length / 2));
    if (call > 0) await log.appendTogether(half);
    throw new Killed();
  };
  return new Proxy(log, {
    get(target, name) {
      if (name === 'appendTogether') return appendTogether;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const hourMs = 3_600_000;

describe('an empty ledger', () => {
  let installation: Installation;
  let events: readonly RecordedEvent[];
  const firstStart = Date.now() - 60 * hourMs;

  beforeAll(async () => {
    installation = await openInstallation();
  });

  afterAll(() => installation?.close());

  test('is filled once, however often the process is killed', async () => {
    const { log, fill, printed, count } = installation;
    await expect(fill({ log: killedIn(log, 0), now: firstStart })).rejects.toThrow(Killed);
    expect([(await installation.events()).length, await count('app.members')]).toEqual([0, 15]);
    const signIns = await readFile(signInsFile(installation.dataDir), 'utf8');
    // A day later and with another fee rate, the interrupted market is completed as it was begun.
    await expect(fill({ log: killedIn(log, 2), now: firstStart + 30 * hourMs })).rejects.toThrow(Killed);
    const begun = await installation.events();
    expect(begun.length).toBeGreaterThan(400);
    expect(printed).toEqual([]);
    expect(await fill({ now: firstStart + 50 * hourMs, feeRate: '0.02' })).toBe('filled');
    events = await installation.events();
    expect(events.slice(0, begun.length)).toEqual(begun);
    expect(new Set(events.map(({ data }) => data['feeRate']))).toEqual(new Set([undefined, '0.01']));
    expect(printed).toEqual([signIns]);
    expect(await readFile(signInsFile(installation.dataDir), 'utf8')).toBe(signIns);
  });

  test('is not filled again by the next start', async () => {
    expect(await installation.fill()).toBe('there');
    expect(await installation.events()).toHaveLength(events.length);
    expect(installation.printed).toHaveLength(1);
  });

  test('gets events that verify without findings', async () => {
    const { findings, events: verified } = await verifyLog({ log: installation.log });
    expect([findings.named, verified]).toEqual([[], events.length]);
  });

  test('gets ascending dates over four weeks that end at the first start', () => {
    const times = events.map(({ metadata }) => Date.parse(metadata.at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [first = 0] = times;
    const last = times.at(-1) ?? 0;
    expect(last).toBeLessThanOrEqual(firstStart);
    expect(firstStart - last).toBeLessThan(11 * hourMs);
    expect((last - first) / (24 * hourMs)).toBeCloseTo(28, 0);
  });

  test('gets orders in every status, and matches that were completed, cancelled and are in progress', async () => {
    const streams = new Set(events.map(({ stream }) => stream).filter((name) => name.startsWith('order-')));
    expect(streams.size).toBeGreaterThan(60);
    expect(streams.size).toBeLessThan(120);
    const statuses = await Promise.all(
      Array.from(streams, async (stream) => {
        const { state } = await loadStream(installation.log, { stream, decider: orderDecider });
        return state.phase === 'none' ? undefined : statusOf(state);
      }),
    );
    expect(new Set(statuses)).toEqual(new Set(orderStatuses));
    const counted = (type: string) => events.filter((event) => event.type === type).length;
    expect(counted('TradeCancelled')).toBeGreaterThan(2);
    expect(counted('TradeMatched') - counted('TradeCancelled') - counted('TradeCompleted')).toBe(3);
  });

  test('gets payments at several steps, one with an image of its receipt, and an open dispute', async () => {
    const has = (type: string) => events.filter((event) => event.type === type).length;
    expect(['PaymentSent', 'PaymentReceived', 'TetherSent', 'TetherReceived'].map(has)).toEqual([4, 2, 2, 1]);
    expect(events.filter(({ data }) => data['evidence'] !== undefined)).toHaveLength(1);
    expect([has('CaseOpened'), has('CaseRuled')]).toEqual([2, 1]);
    expect(await verifySignatures(installation.pool)).toEqual([]);
  });

  test('gets a ruling against which a party appealed, and which the other admin confirmed', () => {
    const [ruled] = events.filter(({ type }) => type === 'CaseRuled');
    const [decided] = events.filter(({ type }) => type === 'AppealRuled');
    expect(decided?.data).toMatchObject({ caseId: ruled?.data['caseId'], outcome: 'confirm' });
    expect(decided?.metadata.actorId).not.toBe(ruled?.metadata.actorId);
  });

  test('gets every statement that an event names, with its image, once', async () => {
    const hashes = events.flatMap((event) => statementIn(event) ?? []);
    const db = createDatabase(installation.pool);
    const stored = await statementsWith(db, hashes);
    expect(stored.map(({ hash }) => hash).sort()).toEqual(hashes.sort());
    expect(stored.filter(({ hash }) => !statementOf(stored, hash).matches)).toEqual([]);
    expect(await installation.count('app.case_statements')).toBe(hashes.length);
    expect(stored.filter(({ image_id }) => image_id !== null)).toHaveLength(3);
    expect(await installation.count('app.images where statement_hash is not null')).toBe(3);
  });

  test('gets a reversed trade, requested by one admin and approved by the other', () => {
    const [event, ...more] = events.filter(({ type }) => type === 'TradeReversed');
    expect(more).toEqual([]);
    const granted = events.find(({ type }) => type === 'ApprovalGranted');
    expect(event?.data).toMatchObject({ reason: 'MONEY_RETURNED', approval: granted?.data['approvalId'] });
    expect(granted?.data['askedBy']).toBe(event?.metadata.actorId);
    expect(granted?.data['by']).not.toBe(event?.metadata.actorId);
    expect(events.filter(({ type }) => type === 'ApprovalFulfilled')).toHaveLength(1);
  });

  test('gets trades of members invited by the manager', () => {
    const ofManager = events.filter(
      ({ type, data }) => type === 'TradeCompleted' && data['sellerReferralCode'] === inviteCodeOf('manager'),
    );
    expect(ofManager.length).toBeGreaterThan(10);
  });

  test('marks messages as read that their recipient has answered', async () => {
    const { rows } = await installation.pool.query(
      `select m.room_id, m.sender_id from app.chat_messages m
        left join app.chat_reads r on r.room_id = m.room_id and r.reader_id = m.sender_id
        group by m.room_id, m.sender_id, r.seq having max(m.seq) > coalesce(r.seq, 0)`,
    );
    expect(rows).toEqual([]);
  });

  test('gets open and closed chats of matches and with support with intact hash chains', async () => {
    const { rows } = await installation.pool.query(
      'select id, kind, closed_at, last_seq, last_hash from app.chat_rooms order by kind, closed_at, id',
    );
    expect(rows.map(({ kind, closed_at }) => [kind, closed_at !== null])).toEqual([
      ['support', true],
      ['support', false],
      ['trade', false],
      ['trade', false],
    ]);
    for (const { id, last_seq, last_hash } of rows) {
      const messages = await loadRoomChain(createDatabase(installation.pool), id);
      expect(verifyRoomChain(id, messages)).toEqual({
        intact: true,
        messages: last_seq,
        lastHash: last_hash,
      });
    }
  });

  test('gets members with valid data and one photo each, and inquiries in every state', async () => {
    const { pool, count } = installation;
    const { rows } = await pool.query(
      `select phone, tether_address from app.members where phone is not null`,
    );
    for (const { phone, tether_address } of rows) {
      expect(normalisedPhone(phone, ['KR'])).toBe(phone);
      expect(isAddress(tether_address)).toBe(true);
    }
    expect(rows).toHaveLength(14);
    expect(await count('app.images where member_id is not null')).toBe(14);
    expect(await count('app.pending_registrations')).toBe(0);
    const inquiries = await pool.query(`select distinct status from app.inquiries`);
    expect(new Set(inquiries.rows.map(({ status }) => status))).toEqual(new Set(inquiryStatuses));
  });

  test('gets working passwords in a file readable by its owner only', async () => {
    const { dataDir, pool } = installation;
    const file = signInsFile(dataDir);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
    expect(lines).toHaveLength(15);
    for (const line of lines.slice(0, 3)) {
      const [, nickname, password = ''] = line.split(/ +/);
      const { rows } = await pool.query(
        `select c.member_id, c.password_hash from app.credentials c join app.members m on m.id = c.member_id where nickname = $1`,
        [nickname],
      );
      expect(
        await passwords.verify({ memberId: rows[0].member_id, hash: rows[0].password_hash }, password),
      ).toBe(true);
    }
  });
});

describe('a ledger with other data is left unchanged', () => {
  const useLedger = async ({ log }: Installation) => {
    const commandId = commandIdOf('another actor sets a price');
    const command = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: 'another actor',
      actorRole: 'admin',
      at: new Date().toISOString(),
    } as const;
    await executeOnStream({
      ledger: { log, timing: systemTiming },
      stream: priceStream,
      decider: priceDecider,
      command,
      decide: (state) => setPrice(state, '1400' as Price, 'not needed'),
    });
  };

  test.each([
    ['from the beginning', false],
    ['since a demo market was interrupted', true],
  ])('%s', async (_, isBegun) => {
    const installation = await openInstallation();
    try {
      const { log, fill } = installation;
      if (isBegun) await expect(fill({ log: killedIn(log, 1) })).rejects.toThrow(Killed);
      await useLedger(installation);
      const before = await installation.events();
      expect(await fill()).toBe('not ours');
      expect(await installation.events()).toEqual(before);
      expect(installation.printed).toEqual([]);
    } finally {
      await installation.close();
    }
  });

  test('or other members, whose events are not appended yet', async () => {
    const installation = await openInstallation();
    try {
      await installation.pool.query(
        `insert into app.members (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
         values ('0123456789abcdef01234567', 'minji', 'minji', 'minji', '', true, '', '', '', '')`,
      );
      expect(await installation.fill()).toBe('not ours');
      expect([await installation.count('app.members'), await installation.events()]).toEqual([1, []]);
    } finally {
      await installation.close();
    }
  });
});

test('uses the configured first admin, and writes their password nowhere', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'));
  try {
    const firstAdmin = { nickname: 'Minji', password: 'change-me-1' };
    const seedMembers = seedMembersOf({ firstAdmin });
    expect(seedMembers.filter(({ role }) => role === 'admin').map(({ nickname }) => nickname)).toEqual([
      ...['Minji', 'admin2'],
    ]);
    const signIns = await signInsOf({ dataDir, firstAdmin }, seedMembers);
    expect(signIns[0]).toEqual({ role: 'admin', ...firstAdmin });
    const written = await readFile(signInsFile(dataDir), 'utf8');
    expect(written).toMatch(/^admin +Minji +\(ADMIN_PASSWORD\)$/m);
    expect(written).toMatch(/^admin +admin2 +[a-z0-9]{12}$/m);
    expect(written).toMatch(/^member +minji2 +[a-z0-9]{12}$/m);
    expect(written).not.toContain(firstAdmin.password);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
