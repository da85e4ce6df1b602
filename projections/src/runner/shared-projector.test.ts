import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { CheckpointMoved, liveSchema } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { ReadModel } from '../read-model.ts';
import { accounts } from '../read-models/accounts/accounts.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { fees } from '../read-models/fees/fees.ts';
import { orders } from '../read-models/orders/orders.ts';
import { trail } from '../read-models/trail/trail.ts';
import { differences } from '../replay/fingerprints.ts';
import { underRebuildLock } from '../replay/rebuild-lock.ts';
import { retryHalted } from '../replay/retry-halted.ts';
import { leaveShared } from '../shared-checkpoint.ts';
import { groupOf, type ReadModelGroup, readModelGroupNames } from '../tables.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory, seededRandom } from '../testing/random-history.ts';
import { createReadModelDatabase } from '../testing/read-model-database.ts';
import { database, history, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { SharedProjector } from './shared-projector.ts';

let left: ReadModel[];

setUpReadModels();
beforeEach(() => {
  left = [];
});

const modelsOf = (group: ReadModelGroup) => allReadModels.filter(({ name }) => groupOf(name) === group);

async function takeOver(group: ReadModelGroup, models = modelsOf(group), pool = database.pool) {
  const shared = new SharedProjector({
    group,
    models,
    pool,
    signal: new AbortController().signal,
    listeners: { commits: new EventEmitter(), wakeOthersAs: undefined },
    onLeft: (models) => left.push(...models),
  });
  await shared.takeOver();
  return shared;
}

async function openShared(group: ReadModelGroup, pool = database.pool): Promise<SharedProjector> {
  const shared = await takeOver(group, modelsOf(group), pool);
  const others = modelsOf(group).filter((model) => !shared.has(model));
  await shared.join(await Promise.all(others.map((model) => database.open(model))));
  return shared;
}

async function written(): Promise<LoggedEvent[]> {
  const before = log.events.length;
  await history.writeTo(log);
  return log.events.slice(before).map((event) => new LoggedEvent(event));
}

const checkpoints = (group: ReadModelGroup) =>
  Promise.all(modelsOf(group).map(({ name }) => database.checkpoint(name)));

/** The same pool with a count of statements, including those on a separate session. */
function counted() {
  let statements = 0;
  const counting = <Target extends pg.Pool | pg.PoolClient>(counts: Target): Target =>
    new Proxy(counts, {
      get(target, name) {
        if (name === 'connect') return async () => counting(await database.pool.connect());
        if (name === 'query') statements += 1;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return { pool: counting(database.pool), statements: () => statements };
}

test.each(readModelGroupNames)(
  'writes events of new streams in one statement for all %s read models',
  async (group) => {
    history.price('1400');
    const member = history.member();
    // Loads the counts of the order's queue into memory.
    history.place('sell', member, '14000');
    const { pool, statements } = counted();
    const shared = await openShared(group, pool);
    await shared.handle(await written());
    const before = statements();
    history.place('sell', member, '14000');
    const events = await written();
    await shared.handle(events);
    expect(statements() - before).toBe(1);
    for (const standing of await checkpoints(group))
      expect(standing).toMatchObject({ shared: true, position: events.at(-1)?.recorded.position });
  },
);

test('gives the rows of one fold for any batches, with rows in memory or reloaded (8)', async () => {
  await randomHistory(31, 900).writeTo(log);
  const events = log.events.map((event) => new LoggedEvent(event));
  const other = await createReadModelDatabase();
  try {
    await projectLog(other, log.events, { size: events.length });
    const random = seededRandom(31);
    const openBoth = () => Promise.all(readModelGroupNames.map((group) => openShared(group)));
    let both = await openBoth();
    for (let start = 0; start < events.length; ) {
      const end = start + 1 + Math.floor(random() * random() * 60);
      // Some events come twice.
      const batch = events.slice(Math.max(0, start - 2), end);
      await Promise.all(both.map((shared) => shared.handle(batch)));
      if (random() < 0.1) both = await openBoth();
      start = end;
    }
    for (const model of allReadModels) {
      const schema = liveSchema(model.name);
      const found = await differences(
        model,
        { client: database.pool, schema },
        { client: other.pool, schema },
      );
      expect(found, model.name).toEqual([]);
    }
    expect(left).toEqual([]);
  } finally {
    await other.drop();
  }
});

test('applies a batch once with two leaders: the second finds the checkpoint moved', async () => {
  history.member();
  const events = await written();
  const [one, other] = [await openShared('later'), await openShared('later')];
  await one.handle(events);
  await expect(other.handle(events)).rejects.toBeInstanceOf(CheckpointMoved);
  expect(await database.rows('select sum(users)::int as users from read_stats.days')).toEqual([{ users: 1 }]);
});

test('writes a batch atomically: a connection cut inside the statement leaves nothing', async () => {
  history.price('1400');
  history.member();
  const events = await written();
  const shared = await openShared('awaited');
  const writes = `wait_event_type = 'Lock' and query like 'with moved%'`;
  // The statement waits for this lock after moving the checkpoint and writing rows.
  const holder = await database.pool.connect();
  await holder.query('begin; lock table projections.changes in exclusive mode');
  const writing = shared.handle(events).catch((error: unknown) => error);
  await expect.poll(() => database.rows(`select pid from pg_stat_activity where ${writes}`)).toHaveLength(1);
  await holder.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${writes}`);
  expect(await writing).toBeInstanceOf(Error);
  await holder.query('rollback');
  holder.release();
  for (const standing of await checkpoints('awaited')) expect(standing?.position).toBe('');
  expect(await database.rows('select member_id from read_accounts.accounts')).toEqual([]);

  await (await openShared('awaited')).handle(events);
  expect(await database.rows('select member_id from read_accounts.accounts')).toHaveLength(1);
});

test('removes a read model that cannot apply an event, and the others continue', async () => {
  history.price('1400');
  const member = history.member();
  const shared = await openShared('awaited');
  const before = await written();
  await shared.handle(before);
  history.place('sell', member, '14000');
  const [placed] = await written();
  if (placed === undefined) throw new Error('nothing was placed');
  const unreadable = new LoggedEvent({ ...placed.recorded, type: 'OrderTaxed' });
  await shared.handle([unreadable]);
  const reading = modelsOf('awaited').filter(({ streams }) => streams.includes('order-'));
  expect(left).toEqual(reading);
  for (const model of modelsOf('awaited'))
    expect(await database.checkpoint(model.name)).toMatchObject(
      reading.includes(model)
        ? { shared: false, position: before.at(-1)?.recorded.position }
        : { shared: true, position: placed.recorded.position },
    );

  // It runs alone and halts, and rejoins once it can continue.
  const alone = await database.open(orders);
  expect(await alone.handle([unreadable])).toBe('halted');
  expect(await shared.join([alone])).toEqual(new Set());
  await retryHalted(database.pool, 'orders');
  await alone.open();
  expect(await alone.handle([placed])).toBe('applied');
  expect(await shared.join([alone])).toEqual(new Set([alone]));
  expect(await database.checkpoint('orders')).toMatchObject({ shared: true, halted: null });
});

test('removes all read models when the database refuses a row, so that each finds whether it is the cause', async () => {
  history.member();
  const shared = await openShared('awaited');
  await database.pool.query('alter table read_accounts.accounts add check (false) not valid');
  const events = await written();
  await shared.handle(events);
  expect(new Set(left)).toEqual(new Set(modelsOf('awaited')));
  expect(shared.isEmpty).toBe(true);
  for (const standing of await checkpoints('awaited'))
    expect(standing).toMatchObject({ shared: false, position: '' });
  const alone = await database.open(accounts);
  expect(await alone.handle(events)).toBe('halted');
  expect(await shared.join([alone])).toEqual(new Set());
});

test('does not take in a read model while it is being rebuilt', async () => {
  const shared = await takeOver('later');
  const alone = await database.open(fees);
  await underRebuildLock(database.pool, 'fees', async () =>
    expect(await shared.join([alone])).toEqual(new Set()),
  );
  expect(await shared.join([alone])).toEqual(new Set([alone]));
});

test('notices a read model that another process has taken out, which goes on from its own position', async () => {
  const shared = await openShared('later');
  const takeOut = () => leaveShared(database.pool, 'later', [liveSchema('fees')]);
  await takeOut();
  history.member();
  const events = await written();
  await expect(shared.handle(events)).rejects.toBeInstanceOf(CheckpointMoved);
  expect(await (await database.open(fees)).handle(events)).toBe('applied');
  await takeOut();
  const position = events.at(-1)?.recorded.position;
  expect(await database.checkpoint('fees')).toMatchObject({ shared: false, position });
});

test('continues read models of other software from their position', async () => {
  history.member();
  await (await openShared('later')).handle(await written());
  await database.rows('alter schema read_fees rename to read_taxes');
  const shared = await takeOver('later', [{ ...trail, version: 99 }]);
  expect(shared.isEmpty).toBe(true);
  const end = log.events.at(-1)?.position;
  expect(await database.rows('select position from read_taxes.checkpoint')).toEqual([{ position: end }]);
  expect(await database.checkpoint('trail')).toMatchObject({ shared: false, position: end });
  expect(await database.checkpoint(fees.name)).toBe(undefined);
});
