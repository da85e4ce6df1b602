import type { MemberId } from '@matgyo/contracts/ids';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { ownSessions } from '../../conversation/chat/list-sessions.ts';
import { unreadRooms } from '../../conversation/chat/read-marks.ts';
import { countedBuffers } from '../../platform/database/counted-buffers.fixture.ts';
import { standingOf } from '../levels/standing.ts';
import { loadMatches } from '../orders/order-matches.ts';
import { listOwnOrders } from '../orders/own-orders.ts';
import { listTransactions } from './own-transactions.ts';
import { listTradePartners } from './trade-partners.ts';

/* What a member who has traded very often calls after each message and each change of an order. */

const trades = 20_000;
const memberId = 'a'.repeat(24) as MemberId;

const database = await createTestDatabase(untouchedApplication);
// As PostgreSQL plans for a market that is a hundred times as large.
const pool = new pg.Pool({ ...database.connection, options: '-c enable_seqscan=off', max: 2 });
const { db, buffersOf } = countedBuffers(pool);
// Each trade is beside those of others, and has rooms without messages.
await pool.query(
  `insert into read_trades.trades (trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, amount, price, krw,
     fee_rate, fee_rule, fee, status, finished, proposed_at, matched_at, finished_at, updated_at,
     confirm_minutes, payment, overdue, revision)
   select lpad(n::text, 24, '0'), 'sell' || n, 'buy' || n, case when n % 2 = 0 then $2 else 'other' end, 'buyer' || n, 100,
     1400, 140000, 0.01, '', 1, 'completed', true, at, at, at, at, 5, repeat('x', 200), false, 9
   from generate_series(1, 2 * $1::int) n, lateral (select now() - n * interval '1 minute' as at) proposed`,
  [trades, memberId],
);
await pool.query(
  `insert into app.chat_rooms (id, kind, sell_order_id, buy_order_id, seller_id, buyer_id, listed, last_seq, last_hash, last_at)
   select trade_id, 'trade', sell_order_id, buy_order_id, seller_id, buyer_id, true,
     case when trade_id <= lpad('20', 24, '0') then 3 else 0 end, '', matched_at from read_trades.trades`,
);
await pool.query(
  `insert into read_trades.cases (case_id, trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, reason, opened_by,
     opened_at, status, statements, updated_at, revision)
   select 'case' || trade_id, trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, 'NOT_PAID', 'buy', matched_at,
     'withdrawn', 1, matched_at, 9
   from read_trades.trades where seller_id = $1 and trade_id <= lpad('4000', 24, '0')`,
  [memberId],
);
await pool.query(
  `insert into read_orders.orders (order_id, side, member_id, amount, krw_amount, price, open, reserved, settled,
     withdrawn, fee, phase, status, status_rank, revision, placed_at, closed_at, updated_at)
   select sell_order_id, 'sell', seller_id, 100, 140000, 1400, 0, 0, 100, 0, 1, 'completed', 'Sale Completed', $1, 5,
     proposed_at, proposed_at, proposed_at from read_trades.trades`,
  [orderStatusRank('Sale Completed')],
);
await pool.query('vacuum analyze');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const pagesOf = async (table: string): Promise<number> =>
  (await pool.query(`select relpages from pg_class where oid = $1::regclass`, [table])).rows[0].relpages;

test('their usual times are those of the latest trades, by an index', async () => {
  const standing = standingOf(db, [{ trades: 0, openKrw: null, windowMinutes: 60 }], memberId);
  expect(await buffersOf(standing)).toBeLessThan((await pagesOf('read_trades.trades')) / 4);
  expect(await standing).toMatchObject({ confirmMinutes: 5 });
});

test('their unread messages and chats are found among the rooms with messages', async () => {
  const caller = { memberId, admin: false };
  const unread = unreadRooms(db, caller);
  const pages = await pagesOf('app.chat_rooms');
  expect(await buffersOf(unread)).toBeLessThan(pages / 4);
  expect(await unread).toMatchObject({ total: 30, rooms: { length: 10 } });
  const own = ownSessions(db)({ caller, query: { limit: 50 } } as never);
  await own;
  expect((await own).items).toHaveLength(10);
});

test('the newest case of each of their matches is found without reading their other cases', async () => {
  const orders = Array.from(
    { length: 50 },
    (_, n) => ({ order_id: `sell${4000 - 2 * n}`, side: 'sell' }) as const,
  );
  const matches = loadMatches(db, orders as never, 10);
  expect(await buffersOf(matches)).toBeLessThan(50 * 20);
  expect((await matches).get('sell4000' as never)).toMatchObject([
    { newest_case_id: `case${'4000'.padStart(24, '0')}` },
  ]);
});

test('the sums of their trades, and those with each partner, are read from indexes alone', async () => {
  const request = { caller: { memberId }, query: { limit: 50 } } as never;
  const pages = await pagesOf('read_trades.trades');
  const transactions = listTransactions(db)(request);
  expect(await buffersOf(transactions)).toBeLessThan(pages / 2);
  expect((await transactions).totals).toEqual({
    trades,
    reversals: 0,
    sold: '2000000.0000',
    bought: '0.0000',
    krwReceived: '2800000000',
    krwPaid: '0',
    fee: '20000.0000',
  });
  const partners = listTradePartners(db)(request);
  expect(await buffersOf(partners)).toBeLessThan(pages / 2);
  expect((await partners).items).toHaveLength(50);
});

test('the totals of their orders are read from an index alone', async () => {
  const own = listOwnOrders(db, { memberId, side: 'sell' }, { limit: 50, sort: 'newest' });
  expect(await buffersOf(own)).toBeLessThan((3 * (await pagesOf('read_orders.orders'))) / 4);
  const settled = '2000000.0000';
  expect((await own).totals).toMatchObject({
    offered: '0.0000',
    reserved: '0.0000',
    settled,
    orders: trades,
  });
  expect((await own).totals?.groups).toEqual({
    pending: 0,
    open: 0,
    partial: 0,
    completed: trades,
    ended: 0,
  });
});
