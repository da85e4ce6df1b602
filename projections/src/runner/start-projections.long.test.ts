import type { EventLog } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allReadModels } from '../read-models/all-read-models.ts';
import { fees } from '../read-models/fees/fees.ts';
import { orders } from '../read-models/orders/orders.ts';
import { stats } from '../read-models/stats/stats.ts';
import { differences } from '../replay/fingerprints.ts';
import { leaveShared } from '../shared-checkpoint.ts';
import { History } from '../testing/history.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import {
  type RunningProjections,
  type StartProjectionsOptions,
  startProjections,
} from './start-projections.ts';

let database: ReadModelDatabase;
let log: EventLog;
let history: History;
let stopping: AbortController[];
let started: RunningProjections[];

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = await createPostgresEventLog({ connection: database.connection });
  history = new History();
  stopping = [];
  started = [];
});

afterEach(async () => {
  for (const controller of stopping) controller.abort();
  await Promise.all(started.map(({ finished }) => finished));
  await log.close();
  await database.drop();
});

function start(
  options: Partial<StartProjectionsOptions> = {},
): RunningProjections & { stop(): Promise<void> } {
  const controller = new AbortController();
  stopping.push(controller);
  const running = startProjections({ log, pool: database.pool, signal: controller.signal, ...options });
  started.push(running);
  return {
    ...running,
    stop: () => {
      controller.abort();
      return running.finished;
    },
  };
}

function trade(count = 1): void {
  if (history.members.length === 0) {
    history.price('1400');
    history.member();
    history.member();
  }
  const [seller, buyer] = history.members;
  if (seller === undefined || buyer === undefined) return;
  for (let traded = 0; traded < count; traded++)
    history.complete(
      history.match(history.openOrder('sell', seller, '14000'), history.openOrder('buy', buyer, '14000')),
    );
}

const counted = async () => {
  const [row] = await database.rows<{ trades: number }>(
    'select coalesce(sum(trades), 0)::int as trades from read_stats.days',
  );
  return row?.trades;
};
const tradesShown = (trades: number) => expect.poll(counted).toBe(trades);

/** Cuts connections by name, as a restarting database or a failing network would. */
const cut = (name: string) =>
  database.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
    [name],
  );

test('becomes ready once every read model shows the log, and then follows it', async () => {
  trade(3);
  await history.writeTo(log);
  await start().ready;
  expect(await counted()).toBe(3);
  trade(2);
  await history.writeTo(log);
  await tradesShown(5);
});

test('ends with all its connections when aborted, and another start continues from there', async () => {
  const first = start();
  await first.ready;
  trade();
  await history.writeTo(log);
  await tradesShown(1);
  await first.stop();
  const mine = `select application_name from pg_stat_activity where datname = current_database() and application_name = 'matgyo projections leader'`;
  expect(await database.rows(mine)).toEqual([]);
  trade();
  await history.writeTo(log);
  await start().ready;
  expect(await counted()).toBe(2);
});

test('has one leader of two; if its connection is cut, one of the two continues, and nothing is counted twice', async () => {
  await Promise.all([start().ready, start().ready]);
  for (let round = 1; round <= 3; round++) {
    trade(5);
    await history.writeTo(log);
    await cut('matgyo projections leader');
    await tradesShown(round * 5);
  }
});

test('logs that another process leads, for whose end a start waits whose read models are newer', async () => {
  const older = start({ readModels: [stats] });
  await older.ready;
  const lines: string[] = [];
  const logger = { info: (_: object, line: string) => void lines.push(line), warn() {}, error() {} };
  const newer = start({ readModels: [{ ...stats, version: 99 }], logger });
  await expect.poll(() => lines).toContain('another process keeps the read models up to date');
  await older.stop();
  await newer.ready;
});

test('is only delayed by cut connections of every kind', async () => {
  await start().ready;
  for (let round = 1; round <= 3; round++) {
    trade(5);
    const writing = history.writeTo(log);
    await Promise.all([cut('matgyo projections'), cut('matgyo projections leader')]);
    await writing;
    await tradesShown(round * 5);
  }
});

test('gives the rows of one fold after a random history with the runner killed repeatedly', async () => {
  const random = randomHistory(11, 400);
  const writing = random.writeTo(log);
  for (let round = 0; round < 3; round++) {
    const running = start();
    await running.ready;
    await running.stop();
  }
  await writing;
  await start().ready;
  const other = await createReadModelDatabase();
  try {
    await projectLog(other, (await log.readAll({ after: '' as never, limit: 10_000 })).events);
    for (const model of allReadModels) {
      const schema = `read_${model.name}`;
      expect(
        await differences(model, { client: database.pool, schema }, { client: other.pool, schema }),
      ).toEqual([]);
    }
  } finally {
    await other.drop();
  }
});

test('continues a locked read model once it is unlocked, logs that once, and updates the others meanwhile', async () => {
  const memory = new UncheckedLog();
  const lines: [object, string][] = [];
  const logger = { warn() {}, error() {}, info: (...line: [object, string]) => void lines.push(line) };
  await start({ log: memory, logger }).ready;
  const members = () => database.rows('select member_id from read_accounts.accounts');
  const isShared = async () => (await database.checkpoint('accounts'))?.shared;
  // It must have joined before it can be taken out.
  await expect.poll(isShared).toBe(true);
  const waiting = () =>
    lines.filter(([, message]) => message === 'projection waits until its checkpoint is unlocked');
  const holder = await database.pool.connect();
  // As in a swap: it is taken out first and cannot join while it is rebuilt.
  await holder.query(`select pg_advisory_lock(hashtextextended('rebuild: accounts', 0))`);
  await leaveShared(database.pool, 'awaited', ['read_accounts']);
  await holder.query('begin; select from read_accounts.checkpoint for update');
  try {
    for (const trades of [1, 2]) {
      trade();
      await history.writeTo(memory);
      await tradesShown(trades);
    }
    await expect.poll(waiting).toHaveLength(1);
    expect(await members()).toEqual([]);
  } finally {
    await holder.query('rollback');
    holder.release(true);
  }
  await expect.poll(members).toHaveLength(2);
  history.price('1500');
  await history.writeTo(memory);
  await expect.poll(isShared).toBe(true);
  const ofAccounts = expect.objectContaining({ projection: 'accounts' });
  expect(waiting()).toEqual([[ofAccounts, expect.any(String)]]);
});

describe('a log that was replaced by an older copy and has grown since', () => {
  /** At the checkpoint's position is another event now; null: earlier software did not keep it. */
  const lastEventIs = async (eventId: string | null, table: string) => {
    trade(3);
    await history.writeTo(log);
    const first = start();
    await first.ready;
    await first.stop();
    if (table === 'read_stats.checkpoint') await leaveShared(database.pool, 'later', ['read_stats']);
    await database.rows(`update ${table} set event_id = $1`, [eventId]);
    trade(2);
    await history.writeTo(log);
  };

  test.each(['projections.shared_checkpoint', 'read_stats.checkpoint'])(
    'is not read on from %s, and the log says why',
    async (table) => {
      const lost = '00000000-0000-4000-8000-000000000000';
      await lastEventIs(lost, table);
      const faults: unknown[] = [];
      const note = (fields: object) => faults.push('fault' in fields && fields.fault);
      const isShared = table === 'projections.shared_checkpoint';
      start({ logger: { info() {}, warn: isShared ? () => {} : note, error: note } });
      const why = `EventLogCorrupt: the log holds another event than ${lost}`;
      await expect.poll(() => faults).toContainEqual(expect.stringContaining(why));
      expect(await counted()).toBe(3);
    },
  );

  test('is not recognised if the checkpoint has no event', async () => {
    await lastEventIs(null, 'projections.shared_checkpoint');
    await start().ready;
    expect(await counted()).toBe(5);
  });
});

describe('a halted projection', () => {
  let memory: UncheckedLog;

  beforeEach(async () => {
    memory = new UncheckedLog();
    trade(2);
    await history.writeTo(memory);
    const template = memory.events.find(({ type }) => type === 'TradeMatched');
    if (template !== undefined)
      memory.force({ ...template, id: '99999999-9999-4999-8999-999999999999', type: 'TradeTaxed' });
  });

  test('does not prevent readiness, and logs its position; the others continue', async () => {
    const lines: object[] = [];
    const logger = { info() {}, warn() {}, error: (fields: object) => void lines.push(fields) };
    await start({ log: memory, logger }).ready;
    trade();
    history.member();
    await history.writeTo(memory);
    await expect.poll(() => database.rows('select member_id from read_accounts.accounts')).toHaveLength(3);
    expect(await database.rows('select halted_reason from read_stats.checkpoint')).toEqual([
      { halted_reason: 'UNREADABLE_EVENT' },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        projection: 'fees',
        reason: 'UNREADABLE_EVENT',
        eventId: '99999999-9999-4999-8999-999999999999',
      }),
    );
    expect(lines).not.toContainEqual(expect.objectContaining({ projection: 'orders' }));
  });

  test('is tried again after growing delays when it halts the rebuild for a newer version', async () => {
    const last = memory.events.splice(-1);
    const first = start({ log: memory, readModels: [stats] });
    await first.ready;
    await first.stop();
    for (const event of last) memory.force(event);
    const tries: number[] = [];
    const info = (_: object, line: string) => {
      if (line === 'projection is being rebuilt') tries.push(performance.now());
    };
    start({ log: memory, readModels: [{ ...stats, version: 99 }], logger: { info, warn() {}, error() {} } });
    await expect.poll(() => tries.length).toBe(4);
    const delays = tries.slice(1).map((at, index) => at - (tries[index] ?? at));
    // On a busy machine they are longer.
    expect(delays.map((delay, index) => delay >= 500 * 2 ** index)).toEqual([true, true, true]);
  });

  test('does not prevent readiness when it halts the rebuild for a newer version, in another process either', async () => {
    const last = memory.events.splice(-1);
    const first = start({ log: memory, readModels: [stats] });
    await first.ready;
    await first.stop();
    for (const event of last) memory.force(event);
    const newer = { log: memory, readModels: [{ ...stats, version: 99 }] };
    const leader = start(newer);
    await leader.ready;
    await start(newer).ready;
    expect(leader.leads()).toBe(true);
  });

  test('tries the event again at the next start', async () => {
    const first = start({ log: memory, readModels: [stats] });
    await first.ready;
    await first.stop();
    memory.events.splice(memory.events.length - 1, 1);
    trade();
    await history.writeTo(memory);
    await start({ log: memory, readModels: [stats] }).ready;
    expect(await counted()).toBe(3);
  });
});

describe('a read model whose code is newer than its tables', () => {
  test('is rebuilt next to them, and the old tables are kept', async () => {
    trade(3);
    await history.writeTo(log);
    const first = start({ readModels: [stats, fees] });
    await first.ready;
    await first.stop();
    await database.rows(`update read_stats.days set users = 77`);
    await start({ readModels: [{ ...stats, version: 2 }, fees] }).ready;
    expect(await database.rows('select users from read_stats.days')).toEqual([{ users: 2 }]);
    expect(await database.rows('select users from read_stats_prev.days')).toEqual([{ users: 77 }]);
    expect(
      await database.rows(`select keys from projections.changes where keys = '{projection:stats}'`),
    ).toHaveLength(1);
    trade();
    await history.writeTo(log);
    await tradesShown(4);
  });

  test('is also rebuilt when columns of the same version are in another order', async () => {
    trade(3);
    await history.writeTo(log);
    const first = start({ readModels: [stats, fees] });
    await first.ready;
    await first.stop();
    await database.rows(
      `alter table read_stats.days rename users to last_users; alter table read_stats.days add users integer;
       update read_stats.days set users = last_users; alter table read_stats.days drop last_users`,
    );
    await start({ readModels: [stats, fees] }).ready;
    const { version } = stats;
    expect(await database.rows('select version from read_stats.checkpoint')).toEqual([{ version }]);
    expect(await database.rows('select users from read_stats.days')).toEqual([{ users: 2 }]);
    trade();
    await history.writeTo(log);
    await tradesShown(4);
  });

  test('is also rebuilt when its older tables lack one', async () => {
    trade();
    await history.writeTo(log);
    const first = start({ readModels: [stats, fees] });
    await first.ready;
    await first.stop();
    await database.rows('drop table read_stats.days; update read_stats.checkpoint set version = 0');
    await start({ readModels: [stats, fees] }).ready;
    expect(await database.rows('select users from read_stats.days')).toEqual([{ users: 2 }]);
  });

  test('is rebuilt after the others, one at a time', async () => {
    trade(3);
    await history.writeTo(log);
    const first = start();
    await first.ready;
    await first.stop();
    await start({ readModels: allReadModels.map((model) => ({ ...model, version: 99 })) }).ready;
    const versions = allReadModels.map(({ name }) => `select version from read_${name}.checkpoint`);
    const rows = await database.rows<{ version: number }>(versions.join(' union all '));
    expect(rows.map(({ version }) => version)).toEqual(allReadModels.map(() => 99));
  });

  test('leaves tables of newer code unchanged, and is not ready', async () => {
    const newer = start({ readModels: [{ ...orders, version: 99 }] });
    await newer.ready;
    await newer.stop();
    const lines: object[] = [];
    const older = start({
      readModels: [orders, stats],
      logger: { info() {}, warn() {}, error: (fields) => void lines.push(fields) },
    });
    await expect(older.ready).rejects.toThrow(/^The tables are of a newer version than this program/);
    await expect.poll(() => lines).toContainEqual({ projection: 'orders', version: 99 });
    trade();
    await history.writeTo(log);
    await tradesShown(1);
    expect(await database.rows('select order_id from read_orders.orders')).toEqual([]);
  });
});
