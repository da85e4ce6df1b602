import { staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { testAll } from '../../../../test/test-all.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { countedBuffers } from '../../platform/database/counted-buffers.fixture.ts';
import { queueCounts } from '../admin-queues/queue-counts.ts';
import { adminQueueRoutes } from '../admin-queues/routes.ts';
import { expireWindows } from '../trades/expire-windows.ts';
import { listAllOrders } from './order-lists.ts';
import { listQueue } from './order-queues.ts';

const openTrades = testAll ? 100_000 : 20_000;
const overdueTrades = 20;

const database = await createTestDatabase(untouchedApplication);
const pool = new pg.Pool({ ...database.connection, max: 2 });
const { db, buffersOf } = countedBuffers(pool);
// One match a second, every order fully matched, the last matches overdue.
await pool.query(
  `insert into read_orders.orders (order_id, side, member_id, amount, krw_amount, price, open, reserved, settled,
     withdrawn, fee, phase, status, status_rank, revision, placed_at, updated_at)
   select side || lpad(n::text, 20, '0'), side, 'member' || n % 2000, 100, 140000, 1400, 0, 100, 0,
     0, 0, 'open', 'In Progress', 1, 2, now() - n * interval '1 second', now()
   from generate_series(1, $1::int) n, (values ('sell'), ('buy')) sides (side)`,
  [openTrades],
);
await pool.query(
  `insert into read_trades.trades (trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, amount, price, krw,
     fee_rate, fee_rule, status, finished, proposed_at, updated_at, payment, window_minutes, window_until, overdue, revision)
   select lpad(n::text, 24, '0'), 'sell' || lpad(n::text, 20, '0'), 'buy' || lpad(n::text, 20, '0'),
     'member' || n % 2000, 'member' || (n + 1) % 2000, 100, 1400, 140000, 0.01, '', 'matched', false, at, now(),
     '{"marks":[]}', 30, case when n > $2 then at + $1 * interval '1 minute' end, n <= $2, 1
   from generate_series(1, $1::int) n, lateral (select date_trunc('second', now()) - n * interval '1 second' as at) proposed`,
  [openTrades, overdueTrades],
);
await pool.query('analyze');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A scan of the open trades or their orders touches more pages. */
const pagesMax = openTrades / 25;

test.each(['sell', 'buy'] as const)('overdue %s orders come first, by an index', async (side) => {
  const pageAfter = (cursor?: string) =>
    listQueue(db, { side, queue: 'in progress' }, { limit: 50, search: '', sort: 'waiting', cursor });
  const first = pageAfter();
  expect(await buffersOf(first)).toBeLessThan(pagesMax);
  const { page, nextCursor } = await first;
  const numbersOf = (rows: typeof page) => rows.map(({ order_id }) => Number(order_id.slice(side.length)));
  const oldestFirst = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from - index);
  const inTime = 50 - overdueTrades;
  expect(numbersOf(page)).toEqual([
    ...oldestFirst(overdueTrades, overdueTrades),
    ...oldestFirst(openTrades, inTime),
  ]);
  const second = pageAfter(nextCursor ?? undefined);
  expect(await buffersOf(second)).toBeLessThan(pagesMax);
  expect(numbersOf((await second).page)).toEqual(oldestFirst(openTrades - inTime, 50));
});

test('windows that have ended are found by an index', async () => {
  const timing = { now: () => Date.now(), elapsed: () => 3_600_000 };
  const deps = { db, process: { ledger: { timing } }, cancelsUnpaidTrades: false };
  expect(await buffersOf(expireWindows(deps as never))).toBeLessThan(10);
});

test('admins who ask at once share the counts', async () => {
  const settings = { feeRate: '0.01', tolerance: '0.005' } as never;
  const route = adminQueueRoutes({ db } as never, settings).find(
    ({ endpoint }) => endpoint === staffEndpoints.queueCounts,
  );
  const ask = () => Promise.resolve(route?.handle({} as never));
  const one = await buffersOf(ask());
  const many = await buffersOf(Promise.all(Array.from({ length: 30 }, ask)));
  expect(one).toBeGreaterThan(0);
  expect(many).toBeLessThan(3 * one);
  expect(await ask()).toEqual(await queueCounts(db));
});

test('the oldest order of a queue is found by an index', async () => {
  const counts = queueCounts(db);
  expect(await buffersOf(counts)).toBeLessThan(pagesMax);
  expect((await counts).sell.inProgress.oldest).not.toBeNull();
});

test('orders of a rare status are found by an index, and the public list has none that ended', async () => {
  for (const openOnly of [false, true]) {
    const rare = listAllOrders(db, { limit: 50, statuses: ['Rejected'], openOnly });
    expect(await buffersOf(rare)).toBeLessThan(pagesMax);
    expect((await rare).page).toEqual([]);
  }
});
