import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { loadMatches } from './order-matches.ts';
import { listOwnInProgress } from './own-orders.ts';

const database = await createTestDatabase(untouchedApplication);
const pool = new pg.Pool({ ...database.connection, max: 2 });
const db = createDatabase(pool);
const [orderId, memberId] = ['a'.repeat(24) as OrderId, 'b'.repeat(24) as MemberId];
await pool.query(
  `insert into read_orders.orders (order_id, side, member_id, amount, krw_amount, price, open, reserved, settled,
     withdrawn, fee, phase, status, status_rank, revision, placed_at, updated_at)
   values ($1, 'sell', $2, 100, 140000, 1400, 0, 100, 0, 0, 0, 'open', 'In Progress', 1, 2, now(), now())`,
  [orderId, memberId],
);
await pool.query(
  `insert into read_trades.trades (trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, amount, price, krw,
     fee_rate, fee_rule, status, finished, proposed_at, updated_at, overdue, revision, turn)
   values ('', $1, '', $2, '', 100, 1400, 140000, 0.01, '', 'matched', false, now(), now(), false, 1, 'sell')`,
  [orderId, memberId],
);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const turns = async () => {
  const { page } = await listOwnInProgress(db, { memberId, side: 'sell' }, { limit: 1 });
  const matches = await loadMatches(db, [{ order_id: orderId, side: 'sell' }], 1);
  return [page.map(({ waits }) => waits), matches.get(orderId)?.map(({ turn }) => turn)];
};

test('lists of orders are answered from a table that does not say yet whose turn it is', async () => {
  expect(await turns()).toEqual([[true], ['sell']]);
  await pool.query('alter table read_trades.trades drop column turn');
  expect(await turns()).toEqual([[false], [null]]);
});
