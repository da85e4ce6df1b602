import { addUsdt, type Usdt } from '@matgyo/contracts/money';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { openMarket, pair, succeed } from './market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
const seller = await server.member({ active: true, nickname: 'mina77', referralCode: 'SPRING' });
const buyer = await server.member({ active: true, nickname: 'jisoo1' });
const other = await server.member({ active: true, nickname: 'yuna22' });

afterAll(() => server.close());

const seenBy = async (person: Person, path: string) =>
  (await succeed(server, 'GET', path, { token: person.token })).body;

/** Polls reports, because commands do not wait for their read models. */
const followed = <T>(read: () => Promise<T>, check: (value: T) => void): Promise<T> =>
  vi.waitFor(
    async () => {
      const value = await read();
      check(value);
      return value;
    },
    { timeout: 60_000, interval: 20 },
  );

describe('the life of an order, from sign-up to a fee report', () => {
  let sell: string;
  let first: string;
  let second: string;

  test('an active member places an order, and the server computes the USDT', async () => {
    sell = await market.place(seller, 'sell', '1000000');
    first = await market.place(buyer, 'buy', '500000');
    second = await market.place(other, 'buy', '420000');
    const { items } = await seenBy(seller, '/sell/sell-orders');
    expect(items).toMatchObject([
      {
        _id: sell,
        orderCode: `Sell714-${sell.slice(16)}`,
        userId: { _id: seller.memberId, nickname: 'mina77' },
        amount: '714.2857',
        amountRemaining: '714.2857',
        krwAmount: '1000000',
        price: '1400',
        status: 'Pending Approval',
        action: ['cancel'],
        revision: 0,
        sellerNickname: 'mina77',
        buyerNickname: null,
        matchedBuyOrders: [],
      },
    ]);
  });

  test('an admin approves waiting orders, oldest first', async () => {
    const pending = await market.see('/buy/admin/all/pending-orders');
    expect(pending.items.map((order: { _id: string }) => order._id)).toEqual([first, second]);
    await market.approve('sell', sell);
    await market.approve('buy', first);
    await market.approve('buy', second);
    expect((await market.see('/buy/admin/all/pending-orders')).items).toEqual([]);
    expect((await market.see('/sell/admin/all/onsale-orders')).items).toMatchObject([
      { _id: sell, status: 'On Sale', action: ['match', 'cancel'] },
    ]);
  });

  test('a preview shows a match without creating it', async () => {
    const before = await server.log.lastEvent();
    const { token } = market.admin;
    const call = { token, body: pair(sell, first, { amount: '200' }) };
    const { body } = await succeed(server, 'POST', '/sell/admin/match-orders/preview', call);
    expect(body).toMatchObject({
      amount: '200.0000',
      price: '1400',
      krw: '280000',
      feeEstimate: '2.0000',
      feeRate: '0.01',
      maker: 'sell',
      sellAboveBuyBy: null,
      sell: { _id: sell, nickname: 'mina77', open: '714.2857', remaining: '514.2857', revision: 1 },
      buy: { _id: first, nickname: 'jisoo1', open: '357.1429', remaining: '157.1429', revision: 1 },
    });
    expect((await server.log.lastEvent())?.id).toBe(before?.id);
  });

  test('a match takes the stated amount, and both sides see the other', async () => {
    const trade = await market.match(sell, first, { amount: 200 });
    expect(trade).toMatchObject({ amount: '200.0000', price: '1400', krw: '280000', status: 'matched' });
    const { items } = await seenBy(seller, '/sell/user/inProgress-orders');
    expect(items).toMatchObject([
      {
        _id: sell,
        status: 'Partially Matched',
        amountRemaining: '514.2857',
        reserved: '200.0000',
        currentBuyOrderInProgress: { _id: first, buyerNickname: 'jisoo1', tradeId: trade._id },
        matchedBuyOrders: [{ amount: '200.0000', status: 'matched', orderId: { buyerNickname: 'jisoo1' } }],
      },
    ]);
    expect((await seenBy(buyer, '/buy/user/inProgress-orders')).items).toMatchObject([
      { _id: first, currentSellOrderInProgress: { _id: sell, sellerNickname: 'mina77' } },
    ]);
  });

  test('many small fills cost the same as one large fill', async () => {
    const completed = await market.complete(sell, first);
    expect(completed.body.trade).toMatchObject({ status: 'completed', fee: '2.0000' });
    await market.match(sell, first);
    // round4(0.01 × 357.1429) = 3.5714 in total.
    const rest = await market.complete(sell, first);
    expect(rest.body.trade).toMatchObject({ amount: '157.1429', fee: '1.5714' });
    expect((await seenBy(buyer, '/buy/buy-orders')).items).toMatchObject([
      { _id: first, status: 'Buy Completed', amountRemaining: '0.0000', settled: '357.1429' },
    ]);
  });

  test('cancelling a match reopens both orders', async () => {
    await market.match(sell, second);
    expect((await market.see('/buy/admin/all/inProgress-orders')).items).toMatchObject([
      { _id: second, status: 'In Progress', action: ['complete', 'cancel-match', 'chat'] },
    ]);
    await market.cancelMatch(sell, second);
    expect((await seenBy(other, '/buy/buy-orders')).items).toMatchObject([
      {
        _id: second,
        status: 'Waiting for Buy',
        amountRemaining: '300.0000',
        matchedSellOrders: [{ status: 'cancelled' }],
      },
    ]);
  });

  test('an admin cancels the rest of an order and keeps its completed part', async () => {
    const { token } = market.admin;
    const { body } = await succeed(server, 'DELETE', `/sell/admin/sell-orders/${sell}/cancel`, { token });
    expect(body.order).toMatchObject({ status: 'Cancelled', amountRemaining: '0.0000' });
    expect((await seenBy(seller, '/sell/sell-orders')).items).toMatchObject([
      { _id: sell, status: 'Cancelled', settled: '357.1429', action: [] },
    ]);
  });

  test('the trail has every event with valid hashes', async () => {
    const read = () => market.see(`/orders/${sell}/trail?limit=100`);
    const trail = await followed(read, ({ items }) => expect(items.at(-1).type).toBe('OrderCancelled'));
    expect(trail).toMatchObject({
      orderId: sell,
      side: 'sell',
      amount: '714.2857',
      verified: true,
      nextCursor: null,
    });
    const types = trail.items.map((entry: { type: string }) => entry.type);
    expect(types.filter((type: string) => type.startsWith('Order'))).toEqual([
      'OrderPlaced',
      'OrderApproved',
      'OrderCancelled',
    ]);
    for (const type of ['FillReserved', 'FillSettled', 'FillReleased', 'TradeCompleted', 'TradeCancelled'])
      expect(types).toContain(type);
    expect(trail.items[0]).toMatchObject({
      actorNickname: 'mina77',
      state: { status: 'Pending Approval', open: '714.2857', feeTotal: '0.0000' },
    });
    expect(trail.items.at(-1).state).toMatchObject({
      status: 'Cancelled',
      open: '0.0000',
      settled: '357.1429',
      withdrawn: '357.1428',
      feeTotal: '3.5714',
    });
  });

  test('in a trail an order is completed from its last settlement on', async () => {
    const { items } = await market.see(`/orders/${first}/trail?limit=100`);
    const states = items
      .filter(({ type }: { type: string }) => type === 'FillSettled')
      .map(({ state: { status, open, reserved } }: (typeof items)[number]) => [status, open, reserved]);
    expect(states).toEqual([
      ['Partially Matched', '157.1429', '0.0000'],
      ['Buy Completed', '0.0000', '0.0000'],
    ]);
  });

  test('the owner reads the same trail in pages, without other people', async () => {
    const all = await seenBy(seller, `/orders/${sell}/trail?limit=100`);
    const pages = [];
    let cursor = '';
    for (let page = 0; page < 50 && cursor !== 'end'; page += 1) {
      const body = await seenBy(seller, `/orders/${sell}/trail?limit=4${cursor && `&cursor=${cursor}`}`);
      expect(body.verified).toBe(true);
      pages.push(...body.items);
      cursor = body.nextCursor ?? 'end';
    }
    expect(pages).toEqual(all.items);
    expect(all.items[0]).toMatchObject({ actorId: seller.memberId, actorNickname: 'mina77' });
    const text = JSON.stringify(all.items.slice(1));
    for (const hidden of [market.admin.memberId, market.admin.nickname, buyer.memberId, first, second])
      expect(text).not.toContain(hidden);
  });

  test('a buyer’s trail does not show the seller’s fee', async () => {
    const fees = async (who: Person, order: string): Promise<(string | null)[]> =>
      (await seenBy(who, `/orders/${order}/trail?limit=100`)).items.map(
        ({ fee }: { fee: string | null }) => fee,
      );
    expect((await fees(seller, sell)).some((fee) => fee !== null)).toBe(true);
    const { buyOrderId } = await settledTrade();
    expect((await fees(buyer, buyOrderId)).filter((fee) => fee !== null)).toEqual([]);
    const whole = (await market.see(`/orders/${buyOrderId}/trail?limit=100`)).items;
    expect(whole.some(({ fee }: { fee: string | null }) => fee !== null)).toBe(true);
  });

  /** The buyer's order of the first completed trade. */
  const settledTrade = async (): Promise<{ buyOrderId: string }> => {
    const { rows } = await server.pool.query(
      `select buy_order_id as "buyOrderId" from read_trades.trades where status = 'completed' and sell_order_id = $1 and buyer_id = $2`,
      [sell, buyer.memberId],
    );
    return rows[0];
  };

  test('an edited trail does not verify', async () => {
    const types = `order_id = '${sell}' and type = 'OrderApproved'`;
    const { rows } = await server.pool.query(`select hash from read_trail.entries where ${types}`);
    const set = (hash: string) =>
      server.pool.query(`update read_trail.entries set hash = $1 where ${types}`, [hash]);
    await set('0'.repeat(64));
    expect((await market.see(`/orders/${sell}/trail`)).verified).toBe(false);
    await set(rows[0].hash);
    expect((await market.see(`/orders/${sell}/trail`)).verified).toBe(true);
  });

  test('the matched-order records list each order with its matches', async () => {
    const records = await market.see('/sell/allmatched-orders');
    expect(records.sell).toMatchObject([
      {
        _id: sell,
        postingNumber: `Sell714-${sell.slice(16)}`,
        seller: 'mina77',
        // The later one is missing: its match was cancelled.
        buyer: 'jisoo1',
        amount: '714.2857',
        status: 'Cancelled',
        details: {
          sellerPhone: expect.stringMatching(/^\+8210/),
          buyRequestAmount: '357.1429',
          // A part of it was completed, the order was not.
          completionDate: null,
          progressRecords: [
            { type: 'Buy', nickname: 'jisoo1', amount: '200.0000', fee: '2.0000', status: 'completed' },
            { type: 'Buy', nickname: 'jisoo1', amount: '157.1429', fee: '1.5714', status: 'completed' },
            { type: 'Buy', nickname: 'yuna22', amount: '300.0000', fee: null, status: 'cancelled' },
          ],
        },
      },
    ]);
    const cancelled = {
      _id: second,
      details: {
        completionDate: null,
        progressRecords: [{ status: 'cancelled', completedAt: null, endedAt: expect.any(String) }],
      },
    };
    const completed = { _id: first, details: { completionDate: expect.any(String) } };
    expect(records.buy).toMatchObject([cancelled, completed]);
    for (const query of [`id=${second}`, `search=Buy300-${second.slice(16)}`])
      expect((await market.see(`/sell/allmatched-orders?${query}`)).buy).toMatchObject([cancelled]);
    const found = await market.see(
      `/sell/allmatched-orders?search=SELL714-${sell.slice(16, 20).toUpperCase()}`,
    );
    expect([found.sell.length, found.buy.length]).toEqual([1, 0]);
    // By part of the nickname of its owner, or of a counterpart, also of a match that was cancelled.
    const ids = async (search: string) => {
      const { sell: sells, buy: buys } = await market.see(`/sell/allmatched-orders?search=${search}`);
      return [sells, buys].map((records) => records.map(({ _id }: { readonly _id: string }) => _id));
    };
    expect(await ids('MINA7')).toEqual([[sell], [second, first]]);
    expect(await ids('jisoo1')).toEqual([[sell], [first]]);
    expect(await ids('yuna22')).toEqual([[sell], [second]]);
    expect(await ids('unknown')).toEqual([[], []]);
    // A side that has ended does not begin again while the other goes on.
    const page = await market.see('/sell/allmatched-orders?limit=1');
    expect(page).toMatchObject({ sell: [{ _id: sell }], buy: [cancelled] });
    const rest = await market.see(`/sell/allmatched-orders?limit=1&cursor=${page.nextCursor}`);
    expect(rest).toMatchObject({ sell: [], buy: [completed], nextCursor: null });
  });

  test('the stats count members and completed trades', async () => {
    const totals = { users: 4, totalSales: '357.1429', totalBuys: '357.1429', totalFees: '3.5714' };
    const stats = await followed(
      () => market.see('/sell/admin/getallstats?days=7'),
      (value) => expect(value).toMatchObject(totals),
    );
    expect(stats.days).toHaveLength(7);
    // Midnight in Korea may have passed between them.
    const { days }: { readonly days: readonly (typeof totals)[] } = stats;
    expect({
      users: days.reduce((count, { users }) => count + users, 0),
      totalSales: addUsdt(...days.map(({ totalSales }) => totalSales as Usdt)),
      totalBuys: addUsdt(...days.map(({ totalBuys }) => totalBuys as Usdt)),
      totalFees: addUsdt(...days.map(({ totalFees }) => totalFees as Usdt)),
    }).toEqual(totals);
    expect(stats.days[0]).toMatchObject({ users: 0, totalSales: '0.0000', totalFees: '0.0000' });
  });

  test('the fee report has the same bytes whenever it is requested at the same event', async () => {
    const { token } = market.admin;
    const get = (path: string) => succeed(server, 'GET', path, { token });
    const report = await followed(
      async () => (await get('/fees/report')).body,
      ({ totals }) => expect(totals).toMatchObject({ trades: 2 }),
    );
    expect(report).toMatchObject({
      totals: { trades: 2, amount: '357.1429', krw: '500000', fee: '3.5714' },
      feeRules: ['cumulative-v1'],
      items: [
        { referralCode: 'SPRING', sellerNickname: 'mina77', buyerNickname: 'jisoo1', fee: '2.0000' },
        { amount: '157.1429', fee: '1.5714', krw: '220000' },
      ],
    });
    const csv = await get(`/fees/report.csv?asOf=${encodeURIComponent(report.asOf)}`);
    await market.open(seller, 'sell', '70000');
    const again = await get(`/fees/report?asOf=${encodeURIComponent(report.asOf)}`);
    expect(again.body).toEqual(report);
    const csvAgain = await get(`/fees/report.csv?asOf=${encodeURIComponent(report.asOf)}`);
    expect(Buffer.from(csvAgain.bytes).equals(Buffer.from(csv.bytes))).toBe(true);
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    const text = Buffer.from(csv.bytes).toString('utf8');
    expect(text.startsWith('\uFEFFday,completedAt,tradeId')).toBe(true);
    expect(text).toContain(`sha256,${report.sha256}\r\n`);
    expect(text).toContain('totalFee,3.5714\r\n');
  });

  test('the journal balances to zero in both currencies', async () => {
    const balance = await followed(
      () => market.see('/journal/trial-balance'),
      ({ trades }) => expect(trades).toBe(2),
    );
    expect(balance).toMatchObject({ balanced: true, totals: { USDT: '0.0000' } });
    expect(Number(balance.totals.KRW)).toBe(0);
    expect(balance.accounts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ account: 'platform', currency: 'USDT', amount: '3.5714' }),
        expect.objectContaining({ account: 'seller', currency: 'USDT', amount: '-360.7143' }),
        expect.objectContaining({ account: 'buyer', currency: 'USDT', amount: '357.1429' }),
      ]),
    );
  });

  test('a trade is visible to its parties and admins, its fee only to those it concerns', async () => {
    const { items } = await market.see('/fees/report');
    const path = `/trades/${items[0].tradeId}`;
    expect(await market.see(path)).toMatchObject({
      status: 'completed',
      fee: '2.0000',
      buyerNickname: 'jisoo1',
    });
    expect(await seenBy(seller, path)).toMatchObject({ fee: '2.0000' });
    expect(await seenBy(buyer, path)).toMatchObject({ fee: null });
    const { status, body } = await server.request('GET', path, { token: other.token });
    expect([status, body.code]).toEqual([404, 'TRADE_NOT_FOUND']);
  });

  test('the public sees open orders and completed trades without names or ids', async () => {
    const { body, status } = await server.request('GET', '/buy/buy-orders');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      view: 'public',
      items: [{ _id: second, nickname: 'yu***', amountRemaining: '300.0000' }],
      recentTrades: [{ amount: '157.1429', sellerNickname: 'mi***', buyerNickname: 'ji***' }, {}],
    });
    const text = JSON.stringify(body);
    for (const person of [seller, buyer, other]) {
      expect(text).not.toContain(person.memberId);
      expect(text).not.toContain(person.nickname);
    }
  });

  test('the price and its history are public', async () => {
    await market.setPrice('1401.5');
    const current = await server.request('GET', '/tetherprice/get-tether-price');
    expect(current.body).toMatchObject({ data: '1401.5', revision: 1 });
    const history = await server.request('GET', '/tetherprice/history?limit=1');
    expect(history.body.items).toMatchObject([{ price: '1401.5' }]);
    const older = await server.request(
      'GET',
      `/tetherprice/history?limit=1&cursor=${history.body.nextCursor}`,
    );
    expect(older.body).toMatchObject({ items: [{ price: '1400' }], nextCursor: null });
  });
});
