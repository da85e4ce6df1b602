import type { TradeId } from '@matgyo/contracts/ids';
import { type EventLog, logStart, type Position, type RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import { commandOf, openMarketAt, tradeId } from './ledger-market.fixture.ts';
import { fieldsOf } from './log-fields.fixture.ts';
import { createTradeProcess } from './trade-process.ts';
import { runTradeProcessManager } from './trade-process-manager.ts';
import { migrateTradeProcess } from './trade-process-migrations.ts';
import {
  forgetTrade,
  noteBatch,
  readCheckpoint,
  readStuckTrades,
  requeueStuckTrade,
  takeIdleTrades,
} from './trade-process-store.ts';

let ending: AbortController;

const database = await createTestDatabase();
const pool = new pg.Pool({ ...database.connection, max: 8 });
pool.on('error', () => undefined);
const log = await createPostgresEventLog({ connection: database.connection });
await Promise.all([migrateTradeProcess(pool), migrateTradeProcess(pool)]);

beforeEach(() => {
  ending = new AbortController();
});

afterEach(() => ending.abort());

afterAll(async () => {
  await log.close();
  await pool.end();
  await database.drop();
});

let trades = 0;

/** A trade that a request proposed and reserved in that many orders before it was aborted. */
async function abandonedTrade(reserved: 0 | 1 = 1) {
  trades += 1;
  let left = 1 + reserved;
  const crashing = (whole: EventLog): EventLog => ({
    ...fieldsOf(whole),
    append: async (...args) => {
      left -= 1;
      if (left < 0) throw new EventLogUnavailable('none');
      return whole.append(...args);
    },
  });
  const market = openMarketAt(log, { through: crashing, timing: systemTiming });
  await market.setPrice('1400');
  const first = trades * 10;
  const sellOrderId = await market.place(first, 'sell', 14);
  const buyOrderId = await market.place(first + 1, 'buy', 7);
  await market.match(trades, { sellOrderId, buyOrderId }).catch(() => undefined);
  return { ...market, id: tradeId(trades), pair: { sellOrderId, buyOrderId } };
}

const pollOptions = { timeout: 60_000, interval: 10 };
const withoutDelays = { idleMs: 0, pollMs: 5, electionMs: 5 };

/** A manager without delays, stopped after the test. `through`: the log it sees. */
function startManager({
  through = (whole: EventLog) => whole,
  intervals = withoutDelays,
  onError = (_error: unknown) => {},
  timing = systemTiming,
} = {}): Promise<void> {
  const { accounts, settings } = openMarketAt(log).process;
  const process = createTradeProcess({ log: through(log), accounts, settings, timing });
  return runTradeProcessManager({ process, pool, signal: ending.signal, intervals, onError });
}

/** The first event of this type in a stream. */
async function eventIn(stream: string, type: string): Promise<RecordedEvent> {
  const found = new AbortController();
  const signal = AbortSignal.any([found.signal, AbortSignal.timeout(60_000)]);
  const filter = { streamPrefixes: [stream] };
  for await (const { events } of log.subscribeAll({ after: logStart, filter, signal })) {
    const event = events.find((candidate) => candidate.type === type);
    if (event === undefined) continue;
    found.abort();
    return event;
  }
  throw new Error(`no ${type} came to ${stream}`);
}

const rowOf = async (id: string): Promise<Record<string, unknown> | undefined> =>
  (await pool.query('select * from process.trades_in_progress where trade_id = $1', [id])).rows[0];

/** Resolves when a trade's row meets the condition. */
const untilRow = (
  id: string,
  isWanted: (row: Record<string, unknown> | undefined) => boolean,
): Promise<Record<string, unknown> | undefined> =>
  vi.waitFor(
    async () => {
      const row = await rowOf(id);
      if (isWanted(row)) return row;
      throw new Error(`the row of trade ${id} does not meet the condition: ${JSON.stringify(row)}`);
    },
    { timeout: 60_000, interval: 10 },
  );

describe('the process manager', () => {
  test.each([0, 1] as const)(
    'finishes a trade that a request abandoned after %i reservations',
    async (reserved) => {
      const { id, order, pair } = await abandonedTrade(reserved);
      const running = startManager();
      const { metadata } = await eventIn(`trade-${id}`, 'TradeMatched');
      expect(metadata).toMatchObject({ actorId: 'process-manager', actorRole: 'system' });
      expect((await order(pair.buyOrderId)).reserved).toBe('5.0000');
      await untilRow(id, (row) => row === undefined);
      ending.abort();
      await running;
    },
  );

  test('leaves a trade alone that changed less than 5 seconds ago', async () => {
    const { id } = await abandonedTrade();
    const running = startManager({ intervals: { ...withoutDelays, idleMs: 60_000 } });
    const row = await untilRow(id, (found) => found !== undefined);
    expect(row).toMatchObject({ state: 'proposed', attempts: 0 });
    // An admin finishes a later trade; the first one is still left alone.
    const { id: later } = await abandonedTrade();
    await untilRow(later, (found) => found !== undefined);
    expect(await requeueStuckTrade(createDatabase(pool), later)).toBe(true);
    await eventIn(`trade-${later}`, 'TradeMatched');
    expect(await rowOf(id)).toMatchObject({ attempts: 0 });
    await requeueStuckTrade(createDatabase(pool), id);
    await eventIn(`trade-${id}`, 'TradeMatched');
    ending.abort();
    await running;
  });

  test('continues from its checkpoint instead of reading the log from the start', async () => {
    const { id } = await abandonedTrade();
    const first = startManager();
    await eventIn(`trade-${id}`, 'TradeMatched');
    await untilRow(id, (row) => row === undefined);
    ending.abort();
    await first;
    ending = new AbortController();
    const checkpoint = await readCheckpoint(pool);
    const follows: unknown[] = [];
    const { promise: followed, resolve } = Promise.withResolvers<void>();
    const running = startManager({
      through: (whole) => ({
        ...fieldsOf(whole),
        subscribeAll: (options) => {
          follows.push(options.after);
          resolve();
          return whole.subscribeAll(options);
        },
      }),
    });
    await followed;
    ending.abort();
    await running;
    expect(follows).toEqual([checkpoint.position]);
    expect(await log.positionOf(checkpoint.eventId ?? '')).toBe(checkpoint.position);
  });

  test('writes nothing for payment steps, which do not change whether a trade needs work', async () => {
    const { id } = await abandonedTrade();
    let handled: readonly RecordedEvent[] = [];
    const running = startManager({
      through: (whole) => ({
        ...fieldsOf(whole),
        async *subscribeAll(options) {
          for await (const batch of whole.subscribeAll(options)) {
            yield batch;
            handled = batch.events;
          }
        },
      }),
    });
    await vi.waitFor(() => expect(handled.at(-1)).toMatchObject({ type: 'TradeMatched' }), pollOptions);
    const before = await readCheckpoint(pool);
    await executeOnTrade(
      { log, timing: systemTiming },
      {
        tradeId: id,
        command: commandOf('pause'),
        decide: () => [{ type: 'WindowPaused', data: { tradeId: id, reason: 'BANK_CLOSED' } }],
      },
    );
    await vi.waitFor(() => expect(handled.at(-1)).toMatchObject({ type: 'WindowPaused' }), pollOptions);
    expect(await readCheckpoint(pool)).toEqual(before);
    // The next decision moves the checkpoint past the steps, too.
    const { id: later } = await abandonedTrade();
    await eventIn(`trade-${later}`, 'TradeMatched');
    await untilRow(later, (row) => row === undefined);
    expect(await readCheckpoint(pool)).not.toEqual(before);
    ending.abort();
    await running;
  });

  test('records the cause of a failure, retries later, and continues with other trades', async () => {
    const { id, pair } = await abandonedTrade();
    const errors: unknown[] = [];
    const isBroken = (stream: string) => stream === `order-${pair.buyOrderId}`;
    const running = startManager({
      onError: (error) => errors.push(error),
      through: (whole) => ({
        ...fieldsOf(whole),
        readStream: async (stream, options) => {
          if (isBroken(stream)) throw new EventLogUnavailable('none');
          return whole.readStream(stream, options);
        },
      }),
    });
    const row = await untilRow(id, (found) => found?.['cause'] !== undefined && found['cause'] !== null);
    expect(row).toMatchObject({ cause: 'EventLogUnavailable', attempts: 1 });
    expect(row?.['next_attempt_at']).toBeInstanceOf(Date);
    expect(Number(row?.['next_attempt_at'])).toBeGreaterThan(Date.now());
    expect(errors).toHaveLength(1);
    const { id: another } = await abandonedTrade();
    await eventIn(`trade-${another}`, 'TradeMatched');
    ending.abort();
    await running;
    await pool.query('delete from process.trades_in_progress');
  });

  test('forgets a trade that the log does not have', async () => {
    const unknown = 'e'.repeat(24);
    await pool.query(`insert into process.trades_in_progress values ($1, 'proposed', now(), now())`, [
      unknown,
    ]);
    const running = startManager();
    expect(await untilRow(unknown, (row) => row === undefined)).toBeUndefined();
    ending.abort();
    await running;
  });

  test('notes nothing for a manager that another one has overtaken', async () => {
    const { position } = await readCheckpoint(pool);
    const batch = { events: [], position: `${position}1` as Position };
    await expect(noteBatch(pool, batch.position, batch, 0)).rejects.toThrow('another process manager');
    expect((await readCheckpoint(pool)).position).toBe(position);
  });

  test('does not forget a trade that has moved on since it was taken', async () => {
    const moved = 'f'.repeat(24) as TradeId;
    await pool.query(`insert into process.trades_in_progress values ($1, 'completing', now(), now())`, [
      moved,
    ]);
    await forgetTrade(pool, { tradeId: moved, state: 'proposed' });
    expect(await rowOf(moved)).toBeDefined();
    await forgetTrade(pool, { tradeId: moved, state: 'completing' });
    expect(await rowOf(moved)).toBeUndefined();
  });

  test('ends at once when stopped', async () => {
    const running = startManager({ intervals: { idleMs: 60_000, pollMs: 60_000, electionMs: 60_000 } });
    const { id } = await abandonedTrade();
    await untilRow(id, (row) => row !== undefined);
    ending.abort();
    // Its next poll would be in a minute, after the test's timeout.
    await running;
    await pool.query('delete from process.trades_in_progress');
  });
});

describe('one of several managers leads', () => {
  test('another takes over when the first one’s session ends', async () => {
    const leader = new pg.Client(database.connection);
    leader.on('error', () => undefined);
    await leader.connect();
    await leader.query('select pg_advisory_lock(7266101)');
    const { id } = await abandonedTrade();
    let elections = 0;
    const { promise: lostThrice, resolve } = Promise.withResolvers<void>();
    const timing = {
      ...systemTiming,
      sleep: async (ms: number, signal?: AbortSignal) => {
        elections += 1;
        if (elections === 3) resolve();
        await systemTiming.sleep(ms, signal);
      },
    };
    const running = startManager({ timing });
    await lostThrice;
    expect(await rowOf(id)).toBeUndefined();
    await leader.end();
    await eventIn(`trade-${id}`, 'TradeMatched');
    ending.abort();
    await running;
  });

  test('a leader whose session is cut stops and can lead again', async () => {
    const running = startManager();
    const leaders = `select pid from pg_locks where locktype = 'advisory' and objid = 7266101 and granted`;
    const leaderNow = (before?: number): Promise<number> =>
      vi.waitFor(
        async () => {
          const { rows } = await pool.query<{ pid: number }>(leaders);
          if (rows[0] === undefined || rows[0].pid === before) throw new Error('no manager leads');
          return rows[0].pid;
        },
        { timeout: 60_000, interval: 10 },
      );
    const first = await leaderNow();
    await pool.query('select pg_terminate_backend($1)', [first]);
    expect(await leaderNow(first)).not.toBe(first);
    const { id } = await abandonedTrade();
    await eventIn(`trade-${id}`, 'TradeMatched');
    ending.abort();
    await running;
  });
});

describe('a checkpoint that the log does not have, because it was restored or moved', () => {
  const moveTo = (position: string, eventId: string | null) =>
    pool.query('update process.checkpoints set position = $1, event_id = $2', [position, eventId]);

  const places = [
    ['that the log does not have', async () => 'of-another-adapter'],
    ['where the log has another event', async () => (await log.lastEvent())?.position ?? ''],
  ] as const;

  test.each(places)('is found by its event from a position %s', async (_, placeNow) => {
    const { eventId, position } = await readCheckpoint(pool);
    const { id } = await abandonedTrade();
    await moveTo(await placeNow(), eventId);
    const running = startManager();
    await eventIn(`trade-${id}`, 'TradeMatched');
    await untilRow(id, (row) => row === undefined);
    ending.abort();
    await running;
    expect((await readCheckpoint(pool)).position > position).toBe(true);
  });

  test('starts over with a log that does not have the event either', async () => {
    await moveTo('of-another-adapter', '00000000-0000-4000-8000-000000000000');
    const { id } = await abandonedTrade();
    const running = startManager();
    await eventIn(`trade-${id}`, 'TradeMatched');
    await untilRow(id, (row) => row === undefined);
    ending.abort();
    await running;
  });
});

describe('a trade that cannot be finished within a minute', () => {
  test('is listed with its cause, oldest first, and can be retried at once', async () => {
    await pool.query('delete from process.trades_in_progress');
    const insert = (id: string, secondsAgo: number, cause: string | null) =>
      pool.query(
        `insert into process.trades_in_progress
         values ($1, 'completing', now() - $2 * interval '1 second', now() + interval '1 hour', 7, $3)`,
        [id, secondsAgo, cause],
      );
    await insert(tradeId(901), 60, 'EventLogUnavailable');
    await insert(tradeId(902), 90, null);
    await insert(tradeId(903), 30, null);
    const stuck = await readStuckTrades(pool, { limit: 10 });
    expect(stuck).toMatchObject([
      { tradeId: tradeId(902), state: 'completing', attempts: 7, cause: null },
      { tradeId: tradeId(901), cause: 'EventLogUnavailable' },
    ]);
    expect(Date.parse(stuck[0]?.since ?? '')).toBeLessThan(Date.now() - 80_000);
    expect(await readStuckTrades(pool, { limit: 1 })).toHaveLength(1);
    expect(await requeueStuckTrade(createDatabase(pool), tradeId(901))).toBe(true);
    expect(await requeueStuckTrade(createDatabase(pool), 'nothing')).toBe(false);
    await pool.query('delete from process.trades_in_progress');
  });

  test('is listed and retried when the database’s clock was set back by hours', async () => {
    await pool.query(
      `insert into process.trades_in_progress (trade_id, state, since, next_attempt_at)
       values ($1, 'completing', now() + interval '3 hours', now() + interval '3 hours')`,
      [tradeId(904)],
    );
    expect(await readStuckTrades(pool, { limit: 1 })).toMatchObject([{ tradeId: tradeId(904) }]);
    const taken = await takeIdleTrades(pool, { limit: 1, leaseMs: 30_000 });
    expect(taken).toMatchObject([{ tradeId: tradeId(904) }]);
    expect(await takeIdleTrades(pool, { limit: 1, leaseMs: 30_000 })).toEqual([]);
    await pool.query('delete from process.trades_in_progress');
  });
});
