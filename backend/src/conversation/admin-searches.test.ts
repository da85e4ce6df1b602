import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { untouchedApplication } from '../../../test/untouched-application.ts';
import { countedBuffers } from '../platform/database/counted-buffers.fixture.ts';
import { listSessions } from './chat/list-sessions.ts';
import { listClosedInquiries } from './inquiries/list-inquiries.ts';

/* What admins search in a market with very many chats and inquiries. */

const trades = 40_000;
const inquiries = 10_000;

const database = await createTestDatabase(untouchedApplication);
// As PostgreSQL plans for a market that is a hundred times as large.
const options = '-c enable_hashjoin=off -c enable_mergejoin=off -c enable_memoize=off';
const pool = new pg.Pool({ ...database.connection, options, max: 2 });
const { db, buffersOf } = countedBuffers(pool);
await pool.query(
  `insert into app.chat_rooms (id, kind, sell_order_id, buy_order_id, seller_id, buyer_id, listed, last_seq, last_hash, last_at)
   select lpad(n::text, 24, '0'), 'trade', 'sell' || n, 'buy' || n, 'seller', 'buyer', true, 0, '', now() - n * interval '1 minute'
   from generate_series(1, $1::int) n`,
  [trades],
);
await pool.query(
  `insert into read_orders.codes
   select sell_order_id, 'sell', 'Sell' || 700 + id::int % 100 || '-' || right(id, 8) from app.chat_rooms`,
);
await pool.query(
  `insert into read_trades.trades (trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, amount, price, krw,
     fee_rate, fee_rule, status, finished, proposed_at, updated_at, overdue, revision)
   select id, sell_order_id, buy_order_id, seller_id, buyer_id, 100, 1400, 140000, 0.01, '', 'completed', true, last_at,
     last_at, false, 9
   from app.chat_rooms`,
);
await pool.query(
  `insert into app.members (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
   select lpad(n::text, 24, '0'), 'asker' || n, 'asker' || n, 'asker' || n, '', true, '', '', '', ''
   from generate_series(1, $1::int) n`,
  [inquiries],
);
await pool.query(
  `insert into app.inquiries (id, member_id, title, description, status, closed_at)
   select id, id, 'Other', 'Question to ' || nickname, 'inactive', now() from app.members`,
);
await pool.query(
  `insert into app.inquiry_comments (id, inquiry_id, ordinal, author_id, comment, request_id)
   select id, id, 1, 'admin', 'Answer ' || id, 'request' from app.inquiries`,
);
await pool.query('analyze');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([
  ['that many codes have', 'sell7', 20],
  ['that one code has', 'sell742-00000042', 1],
  ['that none has', '9f3', 0],
  ['that many members have, who never asked for support', 'asker', 0],
])('chats are found by a part %s without reading all', async (_, search, found) => {
  const query = { limit: 20, search };
  const list = listSessions(db, 'live')({ caller: { memberId: 'admin' }, query } as never);
  expect(await buffersOf(list)).toBeLessThan(trades / 100);
  expect((await list).items).toHaveLength(found);
});

test.each([
  ['that few have', 'asker77', 50],
  ['that many have', 'answer', 50],
  ['that none has', 'zzzz', 0],
])(
  'closed inquiries are found by a text %s without a look at each member and comment',
  async (_, search, found) => {
    const list = listClosedInquiries(db, { query: { limit: 50, search } } as never);
    expect(await buffersOf(list)).toBeLessThan(inquiries / 2);
    expect((await list).items).toHaveLength(found);
  },
);
