import { kstDay } from '@matgyo/contracts/kst';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let buyer: Person;
let second: Person;
let stranger: Person;
const ids: Record<string, string> = {};

/*
 * The seller sells 100 and 50 USDT to the buyer and 30 to a second buyer at 1,400 won with a 1 % fee, buys 10 from
 * the second, and has a cancelled and a live match with them.
 */
beforeAll(async () => {
  server = await startTestServer({ FEE_RATE: '0.01' });
  market = await openMarket(server);
  const people = ['Seller1', '=cmd1', 'Second1', 'Stranger1'].map((nickname) =>
    server.member({ active: true, nickname: nickname.replace('=', 'e') }),
  );
  [seller, buyer, second, stranger] = (await Promise.all(people)) as [Person, Person, Person, Person];
  ids['sell'] = await market.open(seller, 'sell', '280000');
  const buys = {
    first: await market.open(buyer, 'buy', '140000'),
    next: await market.open(buyer, 'buy', '70000'),
    theirs: await market.open(second, 'buy', '42000'),
    cancelled: await market.open(second, 'buy', '7000'),
    live: await market.open(second, 'buy', '14000'),
  };
  for (const [name, buy] of Object.entries(buys)) {
    ids[name] = (await market.match(ids['sell'] as string, buy))._id;
    if (name === 'cancelled') await market.cancelMatch(ids['sell'] as string, buy);
    else if (name !== 'live') await market.complete(ids['sell'] as string, buy);
  }
  const sells = await market.open(second, 'sell', '14000');
  ids['ownBuy'] = await market.open(seller, 'buy', '14000');
  ids['bought'] = (await market.match(sells, ids['ownBuy']))._id;
  await market.complete(sells, ids['ownBuy']);
});
afterAll(() => server.close());

const get = (by: Person | undefined, path: string) =>
  server.request('GET', path, { ...(by && { token: by.token }), language: 'en' });
const fields = (answer: { body: { items: Record<string, unknown>[] } }, field: string) =>
  answer.body.items.map((item) => item[field]);
const linesOf = ({ bytes }: { bytes: Uint8Array }) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n');
const called = (name: string): string => ids[name] as string;

describe('the trade history', () => {
  test('has all own matches from the member’s side, newest first', async () => {
    const answer = await get(seller, '/user/trade-history');
    expect(fields(answer, 'tradeId')).toEqual(
      ['bought', 'live', 'cancelled', 'theirs', 'next', 'first'].map(called),
    );
    expect(fields(answer, 'side')).toEqual(['buy', 'sell', 'sell', 'sell', 'sell', 'sell']);
    expect(fields(answer, 'fee')).toEqual([null, null, null, '0.3000', '0.5000', '1.0000']);
    expect(answer.body.items.at(-1)).toEqual({
      tradeId: ids['first'],
      side: 'sell',
      orderId: ids['sell'],
      orderCode: `Sell200-${called('sell').slice(16)}`,
      partnerNickname: buyer.nickname,
      amount: '100.0000',
      price: '1400',
      krw: '140000',
      fee: '1.0000',
      status: 'completed',
      inCase: false,
      readyToComplete: false,
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    expect(answer.body.items[0]).toMatchObject({ orderId: ids['ownBuy'], partnerNickname: second.nickname });
  });

  test('shows a buyer neither the seller’s fee nor others’ trades', async () => {
    const answer = await get(buyer, '/user/trade-history');
    expect(fields(answer, 'tradeId')).toEqual([ids['next'], ids['first']]);
    expect(fields(answer, 'fee')).toEqual([null, null]);
    expect((await get(stranger, '/user/trade-history')).body).toEqual({ items: [], nextCursor: null });
    // Also for an admin: only own trades.
    expect((await get(market.admin, '/user/trade-history')).body.items).toEqual([]);
  });

  test('has pages without repeats or gaps', async () => {
    const seen: unknown[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer = await get(seller, `/user/trade-history?limit=2${more}`);
      seen.push(...fields(answer, 'tradeId'));
      cursor = answer.body.nextCursor;
    }
    expect(seen).toEqual(fields(await get(seller, '/user/trade-history'), 'tradeId'));
  });

  test.each([
    ['live', ['live']],
    ['completed', ['bought', 'theirs', 'next', 'first']],
    ['cancelled', ['cancelled']],
  ])('by status: %s', async (status, names) => {
    expect(fields(await get(seller, `/user/trade-history?status=${status}`), 'tradeId')).toEqual(
      names.map(called),
    );
  });
});

describe('a period covers Korean days', () => {
  /** One trade matched and completed a second before midnight in Korea (15:00 UTC), and one, offered before, at midnight. */
  beforeAll(async () => {
    for (const [name, at] of [
      ['first', '2026-03-04T14:59:59Z'],
      ['next', '2026-03-04T15:00:00Z'],
    ] as const) {
      const { pool } = server;
      await pool.query(
        `update read_trades.trades set proposed_at = $2::timestamptz - interval '20 minutes', matched_at = $2, finished_at = $2
         where trade_id = $1`,
        [ids[name], at],
      );
      const moved = [ids[name], at, kstDay(at)];
      await pool.query('update read_journal.lines set at = $2, day = $3 where trade_id = $1', moved);
    }
  });

  test.each([
    ['from=2026-03-05&to=2026-03-05', ['next']],
    ['from=2026-03-04&to=2026-03-04', ['first']],
    ['to=2026-03-05', ['next', 'first']],
    ['from=0001-01-01&to=2026-03-04', ['first']],
    ['from=2026-03-06&to=9999-12-31&status=completed', ['bought', 'theirs']],
  ])('%s', async (query, names) => {
    const history = await get(seller, `/user/trade-history?${query}`);
    expect([history.status, fields(history, 'tradeId')]).toEqual([200, names.map(called)]);
    const moved = await get(seller, `/user/transactions?${query}`);
    expect(fields(moved, 'tradeId').sort()).toEqual(names.map(called).sort());
    expect(moved.body.totals.trades).toBe(names.length);
  });

  test.each(['trade-history', 'transactions', 'trade-history.csv', 'transactions.csv'])(
    'of %s that is reversed or malformed is refused',
    async (call) => {
      expect(await get(seller, `/user/${call}?from=2026-03-05&to=2026-03-04`)).toMatchObject({
        status: 422,
        body: { code: 'REPORT_PERIOD_INVALID' },
      });
      for (const day of ['2026-02-30', '0000-01-01'])
        expect((await get(seller, `/user/${call}?from=${day}`)).status, day).toBe(400);
    },
  );
});

describe('transactions', () => {
  test('are the journal’s lines of the member’s account, with totals', async () => {
    const { body } = await get(seller, '/user/transactions');
    expect(fields({ body }, 'tradeId')).toEqual(['bought', 'theirs', 'next', 'first'].map(called));
    expect(fields({ body }, 'usdt')).toEqual(['10.0000', '-30.3000', '-50.5000', '-101.0000']);
    expect(fields({ body }, 'krw')).toEqual(['-14000', '42000', '70000', '140000']);
    expect(fields({ body }, 'fee')).toEqual(['0.0000', '0.3000', '0.5000', '1.0000']);
    expect(body.items[0]).toMatchObject({
      side: 'buy',
      orderId: ids['ownBuy'],
      orderCode: `Buy10-${called('ownBuy').slice(16)}`,
    });
    expect(body.totals).toEqual({
      trades: 4,
      reversals: 0,
      sold: '180.0000',
      bought: '10.0000',
      krwReceived: '252000',
      krwPaid: '14000',
      fee: '1.8000',
    });
  });

  test('are the member’s own only, and sum to zero without any', async () => {
    expect(fields(await get(buyer, '/user/transactions'), 'usdt')).toEqual(['50.0000', '100.0000']);
    const { body } = await get(stranger, '/user/transactions');
    expect([body.items, body.nextCursor]).toEqual([[], null]);
    expect(body.totals).toEqual({
      trades: 0,
      reversals: 0,
      sold: '0.0000',
      bought: '0.0000',
      krwReceived: '0',
      krwPaid: '0',
      fee: '0.0000',
    });
  });

  test('have pages, the first with the totals of all', async () => {
    const first = await get(seller, '/user/transactions?limit=3');
    const rest = await get(seller, `/user/transactions?limit=3&cursor=${first.body.nextCursor}`);
    expect([...fields(first, 'tradeId'), ...fields(rest, 'tradeId')]).toEqual(
      ['bought', 'theirs', 'next', 'first'].map(called),
    );
    expect([rest.body.nextCursor, rest.body.totals]).toEqual([null, null]);
    expect(first.body.totals.trades).toBe(4);
  });
});

describe('trade partners', () => {
  test('are masked, counted and summed over completed trades, latest first', async () => {
    const { body } = await get(seller, '/user/trade-partners');
    expect(body.items).toEqual([
      {
        nickname: 'Se***',
        trades: 2,
        sold: '30.0000',
        bought: '10.0000',
        krw: '56000',
        lastTradeId: ids['bought'],
        lastTradeAt: expect.any(String),
      },
      expect.objectContaining({ nickname: 'ec***', trades: 2, sold: '150.0000', krw: '210000' }),
    ]);
    const text = JSON.stringify(body);
    const ofSecond = (await get(second, '/user/trade-partners')).body.items;
    expect(ofSecond).toMatchObject([{ trades: 2, sold: '10.0000', bought: '30.0000' }]);
    for (const { memberId, nickname } of [buyer, second]) {
      expect(text).not.toContain(memberId);
      expect(text).not.toContain(nickname);
    }
  });

  test('have pages', async () => {
    const first = await get(seller, '/user/trade-partners?limit=1');
    const rest = await get(seller, `/user/trade-partners?limit=1&cursor=${first.body.nextCursor}`);
    expect([...fields(first, 'nickname'), ...fields(rest, 'nickname')]).toEqual(['Se***', 'ec***']);
    expect(rest.body.nextCursor).toBeNull();
  });
});

const linesIn = async (language: 'ko' | 'en', name: string, filter = '') =>
  linesOf(await get(seller, `/user/${name}.csv?storedLanguage=${language}${filter}`));

describe('the files', () => {
  test('begin with a byte order mark, name the period and are not cached', async () => {
    for (const name of ['trade-history', 'transactions']) {
      const answer = await get(seller, `/user/${name}.csv?from=2026-01-01`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/csv');
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="(trades|transactions)-2026-01-01\.csv"$/,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect([...answer.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    }
  });

  test('have the rows of the lists, with formulas escaped', async () => {
    const [head, ...moved] = linesOf(await get(seller, '/user/transactions.csv'));
    expect(head).toBe(
      '\ufeffday,at,tradeId,side,orderCode,orderId,price,usdtIn,usdtOut,krwIn,krwOut,fee,eventId,kind,reason',
    );
    expect(moved.slice(0, -1).map((line) => line.split(',').slice(6, 12).join(','))).toEqual([
      '1400,10.0000,,,14000,0.0000',
      '1400,,30.3000,42000,,0.3000',
      '1400,,50.5000,70000,,0.5000',
      '1400,,101.0000,140000,,1.0000',
    ]);
    const history = linesOf(await get(seller, '/user/trade-history.csv?status=cancelled'));
    expect(history).toHaveLength(3);
    expect(history[1]).toContain(`,cancelled,sell,`);
    expect(await linesIn('ko', 'trade-history', '&status=cancelled')).toEqual([
      '\ufeff매칭 (KST),종료 (KST),상태,구분,주문 코드,주문 아이디,거래 아이디,상대,수량 (USDT),가격 (원),금액 (원),수수료 (USDT)',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-[^,]*,취소됨,판매,Sell/),
      '',
    ]);
    const [headings, newest] = await linesIn('ko', 'transactions');
    expect(headings).toBe(
      '\ufeff날짜,시각 (KST),거래 아이디,구분,주문 코드,주문 아이디,가격 (원),들어온 USDT,나간 USDT,받은 원화,보낸 원화,수수료 (USDT),기록 아이디,종류,정정 사유',
    );
    // A buyer pays no fee: as a dash in the list, so an empty cell.
    expect(newest).toMatch(/,10\.0000,,,14000,,/);
    expect(newest).toMatch(/^(\d{4}-\d\d-\d\d),\1 \d\d:\d\d:\d\d,.*,구매,Buy.*,거래 완료,$/);
    const [inEnglish, newestInEnglish] = await linesIn('en', 'transactions');
    expect(inEnglish).toBe(
      '\ufeffDate,Time (KST),Trade ID,Side,Order code,Order ID,Price (KRW),USDT in,USDT out,KRW in,KRW out,Fee (USDT),Record ID,Kind,Reason for reversal',
    );
    expect(newestInEnglish).toMatch(/^(\d{4}-\d\d-\d\d),\1 \d\d:\d\d:\d\d,.*,Buy,Buy.*,Completed,$/);
    for (const line of [...moved, ...history]) expect(line).not.toMatch(/(^|,)["']*[=+@-]/);
  });
});

test('a file has at most 10,000 rows, and a member gets ten per minute', async () => {
  const many = await server.member();
  await server.pool.query(
    `insert into read_trades.trades
       select many.* from read_trades.trades t, generate_series(1, 10001) i,
         jsonb_populate_record(t, jsonb_build_object('trade_id', lpad(to_hex(i), 24, '0'), 'seller_id', $1::text)) many
       where t.trade_id = $2`,
    [many.memberId, ids['first']],
  );
  const file = '/user/trade-history.csv';
  expect(await get(many, file)).toMatchObject({ status: 422, body: { code: 'REPORT_TOO_LONG' } });
  await server.pool.query('delete from read_trades.trades where trade_id = $1', ['1'.padStart(24, '0')]);
  expect(linesOf(await get(many, file))).toHaveLength(10_002);
  for (let tries = 2; tries < 10; tries++) await get(many, `${file}?to=2020-01-01`);
  const refused = await get(many, '/user/transactions.csv');
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await get(seller, '/user/transactions.csv')).status).toBe(200);
});

test('a visitor gets none of it', async () => {
  for (const call of [
    'trade-history',
    'trade-history.csv',
    'trade-partners',
    'transactions',
    'transactions.csv',
  ])
    expect((await get(undefined, `/user/${call}`)).status, call).toBe(401);
});
