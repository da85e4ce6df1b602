import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { countedBuffers } from '../../platform/database/counted-buffers.fixture.ts';
import { listMatchedOrders } from './list-matched-orders.ts';

const trades = 20_000;

const database = await createTestDatabase(untouchedApplication);
// As PostgreSQL plans for a market that is a hundred times as large.
const options = '-c enable_hashjoin=off -c enable_mergejoin=off -c enable_memoize=off';
const pool = new pg.Pool({ ...database.connection, options, max: 2 });
const { db, buffersOf } = countedBuffers(pool);
// One an hour, the last one in the first hour of 2025 in UTC, each of its own orders; of the sell orders, the first one
// has a second match, on 1 December 2022 in Korea.
await pool.query(
  `insert into read_trades.trades (trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, amount, price, krw,
     fee_rate, fee_rule, status, finished, proposed_at, matched_at, updated_at, overdue, revision)
   select lpad(n::text, 24, '0'), 'sell' || case when at = '2022-12-01T10:00Z' then 1 else n end, 'buy' || n, 'seller',
     'buyer', 100, 1400, 140000, 0.01, '', 'completed', true, at, at, at, false, 9
   from generate_series(1, $1::int) n, lateral (select timestamptz '2025-01-01T00:00Z' - ($1 - n) * interval '1 hour' as at) made`,
  [trades],
);
await pool.query(
  `with matched as (
     select order_id, side, case side when 'sell' then seller_id else buyer_id end as member_id, matched_at as at
     from read_trades.trades, lateral (values (sell_order_id, 'sell'), (buy_order_id, 'buy')) orders (order_id, side)
   ), matched_orders as (
     insert into read_trades.matched_orders
     select order_id, side, member_id, count(*), min(at) from matched group by order_id, side, member_id returning *
   )
   insert into read_orders.orders (order_id, side, member_id, amount, krw_amount, price, open, reserved, settled,
     withdrawn, fee, phase, status, status_rank, revision, placed_at, updated_at)
   select order_id, side, member_id, 100, 140000, 1400, 0, 0, 100, 0, 0, 'completed', 'Sale Completed', 4, 5,
     first_matched_at, first_matched_at from matched_orders`,
);
await pool.query('analyze');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const list = listMatchedOrders({ db, limits: { membersShownTo: { take: () => undefined } } } as never);
const page = (query: object) =>
  list({ caller: { memberId: 'admin' }, requestId: '', query: { limit: 20, search: '', ...query } } as never);

test('up to a day long ago, matches are found without reading later ones', async () => {
  const first = page({ to: '2022-12-01' });
  expect(await buffersOf(first)).toBeLessThan(trades / 20);
  expect((await first).buy[0]?.firstMatchedAt).toBe('2022-12-01T14:00:00.000Z');
  const second = page({ to: '2022-12-01', cursor: (await first).nextCursor });
  expect(await buffersOf(second)).toBeLessThan(trades / 20);
  expect((await second).buy[0]?.firstMatchedAt).toBe('2022-11-30T18:00:00.000Z');
});

test.each([
  ['all', {}],
  ['those of a status', { status: 'completed' }],
  ['those that a search finds', { search: 'sell' }],
])('of a day, %s are found, at last the order that was first matched before it', async (_, filter) => {
  const day = { ...filter, from: '2022-12-01', to: '2022-12-01' };
  const first = await page(day);
  const rest = await page({ ...day, cursor: first.nextCursor });
  const sells = [...first.sell, ...rest.sell];
  const times = sells.map(({ firstMatchedAt }) => firstMatchedAt);
  expect([times.length, times[0], times.at(-2)]).toEqual([
    24,
    '2022-12-01T14:00:00.000Z',
    '2022-11-30T15:00:00.000Z',
  ]);
  expect(sells.at(-1)?._id).toBe('sell1');
  expect(rest.nextCursor).toBeNull();
});
