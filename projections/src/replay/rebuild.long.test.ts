import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CheckpointMoved } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { fees } from '../read-models/fees/fees.ts';
import { orders } from '../read-models/orders/orders.ts';
import { stats } from '../read-models/stats/stats.ts';
import { startProjections } from '../runner/start-projections.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { compare } from './compare.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';
import { rollBack } from './roll-back.ts';

let database: ReadModelDatabase;
let log: UncheckedLog;

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = new UncheckedLog();
  await randomHistory(32, 900).writeTo(log);
});
afterEach(() => database.drop());

const replay = (model: ReadModel, options: Partial<RebuildOptions> = {}) =>
  rebuild({ log, pool: database.pool, model, ...options });
const projectThree = () => projectLog(database, log.events, { readModels: [orders, fees, stats] });
const schemas = async () => {
  const rows = await database.rows<{ nspname: string }>(
    `select nspname from pg_namespace where nspname ~ '^(read_fees|scratch)'`,
  );
  return rows.map(({ nspname }) => nspname).sort();
};
const build = async (name: string) =>
  (await database.rows<{ build: string }>(`select build from read_${name}.checkpoint`))[0]?.build;

test('swaps in equal rows of every read model and keeps the old build', async () => {
  await projectLog(database, log.events);
  for (const model of allReadModels) {
    const before = await build(model.name);
    expect(await replay(model)).toEqual({ kind: 'swapped', compared: 'equal' });
    expect(await build(model.name)).not.toBe(before);
    // So that a writer that began before the swap, and goes on after it, does not write to the new build.
    expect(await build(`${model.name}_prev`)).not.toBe(before);
  }
  expect(await schemas()).toEqual(['read_fees', 'read_fees_prev']);
  expect(await replay(fees)).toMatchObject({ kind: 'swapped' });
  expect(await schemas()).toEqual(['read_fees', 'read_fees_prev']);
});

test('names rows that differ from the log, and swaps only when requested', async () => {
  await projectThree();
  const [{ event_id } = { event_id: '' }] = await database.rows<{ event_id: string }>(
    'update read_fees.fees set fee = fee + 0.0001 where position = (select min(position) from read_fees.fees) returning event_id',
  );
  const differences = [{ table: 'fees', rows: 1, onlyInFirst: 0, onlyInSecond: 0, keys: [event_id] }];
  const before = await build('fees');
  expect(await compare({ log, pool: database.pool, model: fees })).toEqual(differences);
  expect(await replay(fees)).toEqual({ kind: 'different', differences, swapped: false });
  expect(await build('fees')).toBe(before);
  expect(await replay(fees, { swapAnyway: true })).toEqual({ kind: 'different', differences, swapped: true });
  expect(await compare({ log, pool: database.pool, model: fees })).toEqual([]);
});

test('reports an extra row and a missing row as differences', async () => {
  await projectThree();
  await database.rows(
    'delete from read_orders.orders where order_id = (select min(order_id) from read_orders.orders)',
  );
  expect(await compare({ log, pool: database.pool, model: orders })).toMatchObject([
    { table: 'orders', rows: 1, onlyInFirst: 0, onlyInSecond: 1, keys: [expect.any(String)] },
  ]);
  await database.rows(`insert into read_stats.days values ('2001-01-01', 0, 0, 0, 0, 0, 0)`);
  expect(await compare({ log, pool: database.pool, model: stats })).toEqual([
    { table: 'days', rows: 1, onlyInFirst: 1, onlyInSecond: 0, keys: ['2001-01-01'] },
  ]);
  expect(await schemas()).toEqual(['read_fees']);
});

test('a writer that still has the replaced build writes nothing to the one that replaced it', async () => {
  await projectThree();
  const writer = await database.open(fees);
  await replay(fees);
  const event = log.events.find(({ type }) => type === 'TradeCompleted');
  if (event !== undefined) log.force({ ...event, id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' });
  const added = log.events.slice(-1).map((one) => new LoggedEvent(one));
  await expect(writer.handle(added)).rejects.toBeInstanceOf(CheckpointMoved);
});

class Interrupted extends Error {}

/** The same read model, with a count of folded events. */
function counting(model: ReadModel): { model: ReadModel; folded: () => number } {
  let folded = 0;
  const fold: ReadModel['fold'] = (event, rows) => {
    folded += 1;
    return model.fold(event, rows);
  };
  return { model: { ...model, fold }, folded: () => folded };
}

test('resumes an interrupted replay', async () => {
  // More than one batch of its events.
  log = new UncheckedLog();
  await randomHistory(32, 2_500).writeTo(log);
  await projectThree();
  const stopping = new AbortController();
  const passed = (events: number) => {
    if (events > 0) stopping.abort(new Interrupted());
  };
  const first = counting(orders);
  await expect(replay(first.model, { signal: stopping.signal, onProgress: passed })).rejects.toBeInstanceOf(
    Interrupted,
  );
  const [{ position } = { position: '' }] = await database.rows<{ position: string }>(
    'select position from read_orders_next.checkpoint',
  );
  expect(position).not.toBe('');
  expect(position < (log.events.at(-1)?.position ?? '')).toBe(true);

  const second = counting(orders);
  expect(await replay(second.model)).toEqual({ kind: 'swapped', compared: 'equal' });
  const orderEvents = log.events.filter(({ stream }) => stream.startsWith('order-')).length;
  expect(first.folded()).toBeGreaterThan(0);
  expect(first.folded() + second.folded()).toBe(orderEvents);
});

test('starts over with --fresh, or when the build that was begun is of another version or ahead of the live one', async () => {
  await projectThree();
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Interrupted());
  await expect(replay(orders, { signal: stopping.signal, onProgress: stop })).rejects.toThrow();
  const all = log.events.filter(({ stream }) => stream.startsWith('order-')).length;
  const fresh = counting(orders);
  await replay(fresh.model, { fresh: true });
  expect(fresh.folded()).toBe(all);

  for (const change of ['version = 0', `position = 'f' || position`]) {
    await database.rows('create schema read_orders_next');
    await database.rows('create table read_orders_next.checkpoint as select * from read_orders.checkpoint');
    await database.rows(`update read_orders_next.checkpoint set ${change}`);
    const other = counting(orders);
    await replay(other.model);
    expect(other.folded(), change).toBe(all);
  }
});

test('refuses a second replay of the same read model while the first runs', async () => {
  await projectThree();
  const outcomes = await Promise.allSettled([replay(fees), replay(fees)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
    name: 'RebuildUnderWay',
  });
  expect(await replay(fees)).toMatchObject({ kind: 'swapped' });
});

describe('while the projections run', () => {
  let stopping: AbortController;
  let finished: Promise<void>;

  beforeEach(async () => {
    stopping = new AbortController();
    const running = startProjections({ log, pool: database.pool, signal: stopping.signal });
    ({ finished } = running);
    await running.ready;
  });
  afterEach(async () => {
    stopping.abort();
    await finished;
  });

  test('the live build advances during the replay and after the swap, without losing or repeating an event', async () => {
    const others = new UncheckedLog();
    await randomHistory(22, 500).writeTo(others);
    // Other IDs, so that the two histories do not collide.
    const more = JSON.parse(
      JSON.stringify(others.events)
        .replaceAll('00000000-0000-4000', '11111111-0000-4000')
        .replaceAll('"697', '"797')
        .replaceAll('-697', '-797'),
    );
    const writing = (async () => {
      for (const event of more) {
        if (event.stream.startsWith('price') || event.stream === 'levels') continue;
        log.force(event);
        if (Math.random() < 0.2) await new Promise(setImmediate);
      }
    })();
    for (let round = 0; round < 3; round++)
      for (const model of [orders, fees, stats])
        expect(await replay(model), model.name).toEqual({ kind: 'swapped', compared: 'equal' });
    await writing;
    const end = log.events.at(-1)?.position;
    for (const model of allReadModels) {
      await expect.poll(async () => (await database.checkpoint(model.name))?.position).toBe(end);
      expect(await compare({ log, pool: database.pool, model }), model.name).toEqual([]);
    }
  });

  test('the earlier build can be restored, continues from its position, and can be exchanged again', async () => {
    await replay(stats);
    await database.rows('update read_stats_prev.days set users = users + 1000');
    const event = log.events.find(({ type }) => type === 'MemberRegistered');
    if (event !== undefined) log.force({ ...event, id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' });
    const users = async () =>
      (await database.rows<{ users: number }>('select sum(users)::int as users from read_stats.days'))[0]
        ?.users;
    const registered = log.events.filter(({ type }) => type === 'MemberRegistered').length;
    await expect.poll(users).toBe(registered);
    await rollBack({ log, pool: database.pool, model: stats });
    await expect.poll(users).toBeGreaterThan(1000);
    await expect
      .poll(async () => (await database.checkpoint('stats'))?.position)
      .toBe(log.events.at(-1)?.position);
    await rollBack({ log, pool: database.pool, model: stats });
    await expect.poll(users).toBe(registered);
  });

  test('readers always find the tables', async () => {
    let reading = true;
    const failures: unknown[] = [];
    const readers = Array.from({ length: 2 }, async () => {
      while (reading)
        await database.rows('select count(*) from read_fees.fees').catch((error) => failures.push(error));
    });
    for (let round = 0; round < 3; round++) await replay(fees);
    reading = false;
    await Promise.all(readers);
    expect(failures).toEqual([]);
  });
});

describe('a halted read model', () => {
  const badId = '99999999-9999-4999-8999-999999999999';
  let bad: number;

  beforeEach(async () => {
    bad = log.events.findLastIndex(({ type }) => type === 'TradeCompleted');
    const event = log.events[bad];
    if (event !== undefined)
      log.events[bad] = { ...event, id: badId, metadata: { ...event.metadata, schemaVersion: 2 } };
    await projectThree();
  });

  test('cannot be replayed past the event that halted it with the same code, and is unchanged', async () => {
    const before = await build('fees');
    expect(await replay(fees)).toEqual({ kind: 'halted', reason: 'UNREADABLE_EVENT', eventId: badId });
    expect(await build('fees')).toBe(before);
  });

  test('is replaced by a build that can apply the event', async () => {
    const event = log.events[bad];
    if (event !== undefined)
      log.events[bad] = { ...event, metadata: { ...event.metadata, schemaVersion: 1 } };
    expect(await replay(fees)).toEqual({ kind: 'swapped', compared: 'equal' });
    expect(await database.rows('select halted_reason, position from read_fees.checkpoint')).toEqual([
      { halted_reason: null, position: log.events.at(-1)?.position },
    ]);
  });
});

const newerFees = { ...fees, version: fees.version + 1 };

test('replaces tables of an older version without comparing', async () => {
  await projectThree();
  await database.rows('update read_fees.fees set fee = 0');
  expect(await replay(newerFees)).toEqual({ kind: 'swapped', compared: 'older version' });
  expect(await compare({ log, pool: database.pool, model: newerFees })).toEqual([]);
});

describe('a swap while the live build advances', () => {
  /** Limits of all reads of the log while the live checkpoint was locked. */
  let readWhileLocked: number[];
  const isLocked = async () =>
    (await database.rows('select from read_fees.checkpoint for update skip locked')).length === 0;

  /** Advances the live build by that many events during each read of the log without the lock. */
  async function advanceLive(steps: number[], whileLocked: () => void = () => {}): Promise<void> {
    let at = 300;
    const live = await database.open(fees);
    const events = log.events.map((event) => new LoggedEvent(event));
    await live.handle(events.slice(0, at));
    readWhileLocked = [];
    const readAll = log.readAll.bind(log);
    log.readAll = async (reading) => {
      if (await isLocked()) {
        readWhileLocked.push(reading.limit);
        whileLocked();
      } else {
        at += steps.shift() ?? 0;
        expect(at).toBeLessThan(events.length);
        await live.handle(events.slice(0, at));
      }
      return readAll(reading);
    };
  }

  test('locks the live build for at most one small batch, and unlocks it if more is left', async () => {
    await advanceLive([100, 100, 30, 100, 30, 20]);
    expect(await replay(fees)).toEqual({ kind: 'swapped', compared: 'equal' });
    expect(readWhileLocked).toEqual([51, 51]);
    expect(await database.rows('select position from read_fees.checkpoint')).toEqual([
      { position: log.events[679]?.position },
    ]);
    expect(await compare({ log, pool: database.pool, model: fees })).toEqual([]);
  });

  test('leaves the live and the previous build unchanged when its last step fails', async () => {
    await projectThree();
    await replay(fees);
    const prev = () => database.rows('select build from read_fees_prev.checkpoint');
    const [previousBuild, serving] = [await prev(), await build('fees')];
    await database.rows(`update read_fees.checkpoint set position = ''; delete from read_fees.fees`);
    await advanceLive([20, 20, 20], () => {
      throw new Interrupted();
    });
    await expect(replay(fees)).rejects.toBeInstanceOf(Interrupted);
    expect(readWhileLocked).toHaveLength(1);
    expect([await prev(), await build('fees')]).toEqual([previousBuild, serving]);
    // Its session is closed, which ends its transaction shortly after.
    await expect.poll(isLocked).toBe(false);
  });
});

test('refuses a read model that never ran, with a message', async () => {
  await database.rows('drop schema read_fees cascade');
  await expect(replay(fees)).rejects.toThrow('fees has no tables yet: start the projections once');
});

test('drops the scratch schema of a killed comparison, but not one in use', async () => {
  await projectThree();
  await database.rows('create schema scratch_fold_fees_abandoned');
  await database.rows('create schema scratch_fold_fees_in_use');
  const holder = await database.pool.connect();
  await holder.query(
    `select pg_advisory_lock(hashtextextended('scratch: ' || 'scratch_fold_fees_in_use', 0))`,
  );
  await compare({ log, pool: database.pool, model: fees });
  expect(await schemas()).toEqual(['read_fees', 'scratch_fold_fees_in_use']);
  holder.release(true);
});
