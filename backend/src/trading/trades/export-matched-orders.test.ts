import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let buyer: Person;
let second: Person;
let sell: string;
let buy: string;

/** One sell order: 100 USDT of it sold to a buyer, and 50 matched with a second one. */
beforeAll(async () => {
  server = await startTestServer({ FEE_RATE: '0.01' });
  market = await openMarket(server);
  [seller, buyer, second] = await Promise.all([
    server.member({ active: true, nickname: 'Seller1' }),
    server.member({ active: true, nickname: 'Buyer1' }),
    server.member({ active: true, nickname: 'Second1' }),
  ]);
  sell = await market.open(seller, 'sell', '280000');
  buy = await market.open(buyer, 'buy', '140000');
  await market.match(sell, buy);
  await market.complete(sell, buy);
  await market.match(sell, await market.open(second, 'buy', '70000'));
  // One that came to nothing is in no list.
  await server.pool.query(
    `insert into read_trades.trades select none.* from read_trades.trades t,
       jsonb_populate_record(t, '{"trade_id": "000000000000000000000001", "status": "rejected", "finished": true}') none
     limit 1`,
  );
});
afterAll(() => server.close());

const file = (query = '', { token } = market.admin) =>
  server.request('GET', `/sell/allmatched-orders.csv${query}`, { token });
async function linesOf(query?: string): Promise<string[]> {
  const { bytes } = await file(query);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n').slice(0, -1);
}

test('the file of transactions has a row for each match, the newest first', async () => {
  const [head, ...rows] = await linesOf();
  expect(head).toBe(
    '\ufeffcreatedAt,finishedAt,reversedAt,status,sellOrderCode,sellerNickname,buyOrderCode,buyerNickname,amount,price,krw,fee,tradeId,sellOrderId,buyOrderId',
  );
  const codes = [`Sell200-${sell.slice(16)}`, `Buy100-${buy.slice(16)}`];
  expect(rows.map((row) => row.split(',').slice(2, 12).join(','))).toEqual([
    expect.stringMatching(`^,matched,${codes[0]},Seller1,Buy50-[0-9a-f]{8},Second1,50.0000,1400,70000,$`),
    `,completed,${codes[0]},Seller1,${codes[1]},Buyer1,100.0000,1400,140000,1.0000`,
  ]);
});

test('it is for people in the language they use', async () => {
  const [head, live, completed] = await linesOf('?storedLanguage=ko');
  expect(head).toBe(
    '\ufeff매칭 (KST),종료 (KST),정정 (KST),상태,판매 주문 코드,판매자,구매 주문 코드,구매자,수량 (USDT),가격 (원),금액 (원),수수료 (USDT),거래 아이디,판매 주문 아이디,구매 주문 아이디',
  );
  expect(live).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,,,거래 중,/);
  expect((await linesOf('?storedLanguage=en'))[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,,,In trade,/);
  expect(completed).toMatch(/^[^,]+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,,거래 완료,/);
});

test.each([
  ['either party', () => 'eller1', 2],
  ['one counterpart', () => 'second', 1],
  ['a sell order’s code', () => `Sell200-${sell.slice(16)}`, 2],
  ['a buy order’s code', () => `Buy100-${buy.slice(16)}`, 1],
  ['an order’s id', () => buy, 1],
  ['nothing', () => 'no such thing', 0],
])('a search by %s leaves the matches it finds', async (_, search, rows) => {
  expect(await linesOf(`?search=${encodeURIComponent(search())}`)).toHaveLength(rows + 1);
});

test.each([
  ['those of a status', 'status=live', 1],
  ['those of a period', 'from=2020-01-01&to=2999-12-31', 2],
  ['none before there was one', 'to=2020-01-01', 0],
  ['those that a search and a status find', 'search=Buyer1&status=live', 0],
])('a filter leaves %s, in the file and in the list', async (_, filter, matches) => {
  expect(await linesOf(`?${filter}`)).toHaveLength(matches + 1);
  const found = await market.see(`/sell/allmatched-orders?${filter}`);
  expect([found.sell, found.buy].map(({ length }) => length)).toEqual([Math.min(matches, 1), matches]);
});

test('a period that ends before it begins is refused', async () => {
  const { status, body } = await file('?from=2026-02-02&to=2026-02-01');
  expect([status, body.code]).toEqual([422, 'REPORT_PERIOD_INVALID']);
});

test('the download is recorded, is in no cache, and is for admins only', async () => {
  const { headers } = await file('?search=second');
  expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
  expect(headers.get('cache-control')).toBe('no-store');
  await file('?status=live');
  await file();
  const { items } = await market.see('/audit/log?action=transactions-exported&limit=3');
  expect(items.map(({ details }: { details: object }) => details)).toEqual([
    { rows: 2, searched: false },
    { rows: 1, searched: true },
    { rows: 1, searched: true },
  ]);
  expect((await file('', seller)).status).toBe(403);
});
