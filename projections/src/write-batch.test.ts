import { beforeEach, expect, test } from 'vitest';
import { CheckpointLocked, CheckpointMoved } from './checkpoint.ts';
import { LoggedEvent } from './logged-event.ts';
import { orders } from './read-models/orders/orders.ts';
import { stats } from './read-models/stats/stats.ts';
import { database, history, log, setUpReadModels } from './testing/read-models.fixture.ts';

let events: LoggedEvent[];

setUpReadModels();
beforeEach(async () => {
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '1400000');
  for (let trade = 0; trade < 10; trade++)
    history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
  await history.writeTo(log);
  events = log.events.map((event) => new LoggedEvent(event));
});

const counted = () =>
  database.rows('select sum(users)::int as users, sum(trades)::int as trades from read_stats.days');

test('counts a batch once when two runners apply it: the second finds the checkpoint moved or locked', async () => {
  const [one, other] = [await database.open(stats), await database.open(stats)];
  const outcomes = await Promise.allSettled([one.handle(events), other.handle(events)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect([CheckpointMoved, CheckpointLocked]).toContain(refused?.reason.constructor);
  expect(await counted()).toEqual([{ users: 2, trades: 10 }]);
});

test('continues from the checkpoint after a runner died between batches', async () => {
  const died = await database.open(stats);
  await died.handle(events.slice(0, 50));
  const next = await database.open(stats);
  expect(next.position).toBe(events[49]?.recorded.position);
  await next.handle(events);
  expect(await counted()).toEqual([{ users: 2, trades: 10 }]);
  await expect(died.handle(events.slice(50))).rejects.toBeInstanceOf(CheckpointMoved);
  expect(await counted()).toEqual([{ users: 2, trades: 10 }]);
});

test('writes a batch atomically: a connection cut inside the statement leaves nothing', async () => {
  const projector = await database.open(orders);
  // The statement waits for this lock after moving the checkpoint and writing rows.
  const holder = await database.pool.connect();
  await holder.query('begin; lock table projections.changes in exclusive mode');
  const writing = projector.handle(events).catch((error: unknown) => error);
  await expect
    .poll(() =>
      database.rows(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'with moved%'`,
      ),
    )
    .toHaveLength(1);
  await holder.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'with moved%'`,
  );
  expect(await writing).toBeInstanceOf(Error);
  await holder.query('rollback');
  holder.release();
  expect(await database.rows('select order_id from read_orders.orders')).toEqual([]);
  expect(await database.rows('select position from read_orders.checkpoint')).toEqual([{ position: '' }]);

  const next = await database.open(orders);
  await next.handle(events);
  expect(await database.rows('select order_id from read_orders.orders')).toHaveLength(11);
});

test('moves the checkpoint for an event that concerns no table, and publishes nothing', async () => {
  const projector = await database.open(stats);
  await projector.handle(events.slice(0, 1));
  expect(await database.rows('select position, event_id from read_stats.checkpoint')).toEqual([
    { position: events[0]?.recorded.position, event_id: events[0]?.recorded.id },
  ]);
  expect(await database.rows('select * from projections.changes')).toEqual([]);
});

test("publishes a batch's changes with it, each key once", async () => {
  const projector = await database.open(stats);
  await projector.handle(events);
  expect(await database.rows('select projection, keys from projections.changes')).toEqual([
    { projection: 'stats', keys: ['stats'] },
  ]);
});
