import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CheckpointHeld, CheckpointMoved } from '../checkpoint.ts';
import { accounts } from '../read-models/accounts/accounts.ts';
import { orders } from '../read-models/orders/orders.ts';
import { prices } from '../read-models/prices/prices.ts';
import { History } from '../testing/history.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { Feed, handleTogether } from './feed.ts';

let database: ReadModelDatabase;
let log: MemoryLog;

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = new MemoryLog();
  const history = new History();
  history.price('1400');
  const seller = history.member();
  history.openOrder('sell', seller, '14000');
  await history.writeTo(log);
});

afterEach(() => database.drop());

const positions = () =>
  Promise.all(
    ['accounts', 'orders', 'prices'].map(
      async (name) => (await database.rows(`select position from read_${name}.checkpoint`))[0],
    ),
  );

describe('events that a read model does not read', () => {
  test('are passed by all such read models together, each keeping the place of the last one', async () => {
    const projectors = await Promise.all([accounts, orders, prices].map((model) => database.open(model)));
    const ofOrders = log.events.findIndex(({ stream }) => stream.startsWith('order-'));
    expect(await handleTogether(database.pool, projectors, log.events.slice(0, ofOrders))).toEqual(new Map());
    expect(await handleTogether(database.pool, projectors, log.events.slice(ofOrders))).toEqual(new Map());
    const last = log.events.at(-1);
    expect(await positions()).toEqual(Array(3).fill({ position: last?.position }));
    expect(projectors.map(({ checkpoint }) => checkpoint.eventId)).toEqual(Array(3).fill(last?.id));
    expect(await database.rows('select phase from read_orders.orders')).toEqual([{ phase: 'open' }]);
  });

  test('are not passed by one that somebody else has moved, and by the others all the same', async () => {
    const projectors = await Promise.all([accounts, prices].map((model) => database.open(model)));
    await database.pool.query(`update read_accounts.checkpoint set build = gen_random_uuid()`);
    const ofOrders = log.events.filter(({ stream }) => stream.startsWith('order-'));
    const departures = await handleTogether(database.pool, projectors, ofOrders);
    expect([...departures.keys()]).toEqual([projectors[0]]);
    expect([...departures.values()]).toEqual([{ kind: 'failed', error: expect.any(CheckpointMoved) }]);
    expect(await positions()).toEqual([
      { position: '' },
      { position: '' },
      { position: ofOrders.at(-1)?.position },
    ]);
  });

  test('are not passed by one that somebody holds, and nobody waits for it', async () => {
    const [account, order, price] = [
      await database.open(accounts),
      await database.open(orders),
      await database.open(prices),
    ];
    const ofOrders = log.events.filter(({ stream }) => stream.startsWith('order-'));
    const holder = await database.pool.connect();
    await holder.query(
      'begin; select from read_accounts.checkpoint for update; select from read_orders.checkpoint for update',
    );
    try {
      const departures = await handleTogether(database.pool, [account, order, price], ofOrders);
      const held = { kind: 'failed', error: expect.any(CheckpointHeld) };
      expect([...departures.keys()]).toEqual(expect.arrayContaining([account, order]));
      expect([...departures.values()]).toEqual([held, held]);
      expect(price.position).toBe(ofOrders.at(-1)?.position);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await handleTogether(database.pool, [account, order], ofOrders)).toEqual(new Map());
  });

  test('move nobody backwards who has passed them already', async () => {
    const ahead = await database.open(prices);
    const behind = await database.open(accounts);
    await handleTogether(database.pool, [ahead], log.events);
    await handleTogether(database.pool, [ahead, behind], log.events.slice(0, 1));
    expect(ahead.position).toBe(log.events.at(-1)?.position);
    expect(behind.position).toBe(log.events[0]?.position);
  });
});

test('a feed begins where the one furthest behind stands, whoever joined first', async () => {
  const end = log.events.at(-1)?.position;
  const [ahead, behind] = [await database.open(prices), await database.open(accounts)];
  await handleTogether(database.pool, [ahead], log.events);
  await handleTogether(database.pool, [behind], log.events.slice(0, 1));
  for (const joining of [
    [ahead, behind],
    [behind, ahead],
  ]) {
    const stopping = new AbortController();
    const feed = new Feed(log, database.pool, () => {});
    for (const projector of joining) feed.join(projector);
    const running = feed.run(stopping.signal);
    await expect.poll(() => behind.position, { timeout: 15_000, interval: 10 }).toBe(end);
    stopping.abort();
    await running;
    await database.pool.query(`update read_accounts.checkpoint set position = ''`);
    await behind.open();
  }
});
