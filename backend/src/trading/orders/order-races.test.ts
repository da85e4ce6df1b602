import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { contenders } from '../../../../test/test-all.ts';
import { commandEventId } from '../../platform/commands/event-ids.ts';
import { type CommandRequest, commandIdOf } from '../../platform/commands/ledger-command.ts';
import { figures, openMarket, pair } from './market.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
const seller = await server.member({ active: true });
const buyer = await server.member({ active: true });
const secondAdmin = await server.member({ active: true, admin: true });

const counted = (values: readonly unknown[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, all]) => [value, all.length]));

const { eventsOf, typesOf } = server;

describe('two admins at once', () => {
  test('match the same two orders many times: exactly one match', async () => {
    const sell = await market.open(seller, 'sell', '1400000');
    const buy = await market.open(buyer, 'buy', '1400000');
    const answers = await Promise.all(
      Array.from({ length: contenders }, (_, index) => {
        const { token } = index % 2 === 0 ? market.admin : secondAdmin;
        return server.request('POST', '/sell/admin/match-orders', { token, body: pair(sell, buy) });
      }),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: contenders - 1 });
    const reasons = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
    for (const reason of reasons)
      expect(['PAIR_ALREADY_LIVE', 'AMOUNT_EXCEEDS_OPEN', 'RESERVE_TIMED_OUT']).toContain(reason);
    const winner = answers.find(({ status }) => status === 201)?.body.trade._id;
    for (const order of [sell, buy]) {
      const reserved = (await eventsOf(`order-${order}`)).filter(({ type }) => type === 'FillReserved');
      const released = (await eventsOf(`order-${order}`)).filter(({ type }) => type === 'FillReleased');
      const held = reserved.filter(
        ({ data }) => !released.some((other) => other.data['tradeId'] === data['tradeId']),
      );
      expect(held.map(({ data }) => data['tradeId'])).toEqual([winner]);
    }
  });

  test('match one sell order with many buy orders: never more than it has', async () => {
    const sell = await market.open(seller, 'sell', '140000');
    const buys = await Promise.all(
      Array.from({ length: contenders }, () => market.open(buyer, 'buy', '70000')),
    );
    const answers = await Promise.all(
      buys.map((buy, index) => {
        const { token } = index % 2 === 0 ? market.admin : secondAdmin;
        return server.request('POST', '/sell/admin/match-orders', {
          token,
          body: pair(sell, buy, { amount: 50 }),
        });
      }),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 2, 409: contenders - 2 });
    const shown = await market.see('/sell/admin/all/inProgress-orders?limit=100');
    expect(shown.items.find((order: { _id: string }) => order._id === sell)).toMatchObject({
      status: 'In Progress',
      amountRemaining: '0.0000',
      reserved: '100.0000',
    });
  });

  test('approve the same order 16 times: one approval', async () => {
    const order = await market.place(buyer, 'buy', '70000');
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        server.request('POST', `/buy/admin/buy-orders/${order}/approve`, {
          token: market.admin.token,
          body: {},
        }),
      ),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 15 });
    expect(await typesOf(`order-${order}`)).toEqual(['OrderPlaced', 'OrderApproved']);
  });

  test('complete and cancel a match at once: the first decision wins, and money moves at most once', async () => {
    const sell = await market.open(seller, 'sell', '14000');
    const buy = await market.open(buyer, 'buy', '14000');
    const { _id: trade } = await market.match(sell, buy);
    const body = pair(sell, buy);
    const answers = await Promise.all(
      ['complete-orders', 'cancel-orders', 'complete-orders', 'cancel-orders'].map((path, index) => {
        const { token } = index % 2 === 0 ? market.admin : secondAdmin;
        return server.request('POST', `/sell/admin/${path}`, { token, body });
      }),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 3 });
    const ends = (await typesOf(`trade-${trade}`)).filter((type) => /ed$/.test(type)).slice(2);
    expect(ends).toHaveLength(1);
    const settled = (await typesOf(`order-${sell}`)).filter((type) => type === 'FillSettled');
    expect(settled).toHaveLength(ends[0] === 'TradeCompleted' ? 1 : 0);
  });
});

describe('one idempotency key', () => {
  const place = (key: string, body: object) =>
    server.request('POST', '/sell', { token: seller.token, body, headers: { 'idempotency-key': key } });

  test('eight placements: one order', async () => {
    const key = randomUUID();
    const body = figures('56000', '1400');
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(key, body)));
    for (const { status, body: answer } of answers)
      if (status !== 201) expect([status, answer.code]).toEqual([409, 'IN_PROGRESS']);
    const placed = answers.filter(({ status }) => status === 201);
    expect(placed.length).toBeGreaterThan(0);
    expect(new Set(placed.map(({ body: answer }) => answer.order._id)).size).toBe(1);
    const { rows } = await server.pool.query(
      'select order_id from read_orders.orders where krw_amount = 56000',
    );
    expect(rows).toHaveLength(1);
    const again = await place(key, body);
    expect([again.status, again.body]).toEqual([201, placed[0]?.body]);
    expect(again.headers.get('ledger-event')).toBe(placed[0]?.headers.get('ledger-event'));
  });

  test('does not reveal to its client which ids its events will have, of which two could be made the same', async () => {
    const key = randomUUID();
    const id = await market.place(seller, 'sell', '14000');
    const path = `/sell/sell-orders/${id}/cancel`;
    const headers = { 'idempotency-key': key };
    const { status } = await server.request('DELETE', path, { token: seller.token, body: {}, headers });
    expect(status).toBe(200);
    const cancelled = (await eventsOf(`order-${id}`)).at(-1);
    const caller = { memberId: seller.memberId };
    const commandId = commandIdOf({ caller, method: 'DELETE', path } as CommandRequest, key);
    expect(cancelled?.metadata.commandId).toBe(commandId);
    expect(cancelled?.id).not.toBe(commandEventId(commandId, `order-${id}`, 0));
  });

  test('is refused with another body in both languages, without leaving anything behind', async () => {
    const key = randomUUID();
    await place(key, figures('14000', '1400'));
    const before = await server.log.lastEvent();
    for (const [language, error] of [
      ['en', 'This idempotency key was already used with a different request.'],
      ['ko', '이 멱등 키는 다른 요청에 이미 사용됐어요.'],
    ] as const) {
      const answer = await place(key, { ...figures('28000', '1400'), storedLanguage: language });
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        422,
        'IDEMPOTENCY_KEY_REUSED',
        error,
      ]);
    }
    expect((await server.log.lastEvent())?.id).toBe(before?.id);
  });

  test('repeats a refusal even if the decision would differ now', async () => {
    const key = randomUUID();
    const stale = figures('13900', '1390');
    expect((await place(key, stale)).body.code).toBe('PRICE_CHANGED');
    await market.setPrice('1390');
    expect((await place(key, stale)).body.code).toBe('PRICE_CHANGED');
    expect((await place(randomUUID(), stale)).status).toBe(201);
    await market.setPrice('1400');
  });

  test('repeats a match as the same match', async () => {
    const sell = await market.open(seller, 'sell', '14000');
    const buy = await market.open(buyer, 'buy', '14000');
    const call = {
      token: market.admin.token,
      body: pair(sell, buy),
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await server.request('POST', '/sell/admin/match-orders', call);
    const second = await server.request('POST', '/sell/admin/match-orders', call);
    expect([second.status, second.body]).toEqual([201, first.body]);
    await market.complete(sell, buy);
    expect((await server.request('POST', '/sell/admin/match-orders', call)).body).toEqual(first.body);
  });

  test('repeats an approval whose path has another language', async () => {
    const order = await market.place(seller, 'sell', '14000');
    const headers = { 'idempotency-key': randomUUID() };
    const approve = (language: string) =>
      server.request('POST', `/sell/admin/sell-orders/${order}/approve/${language}`, {
        token: market.admin.token,
        body: {},
        headers,
      });
    const first = await approve('ko');
    const second = await approve('en');
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('works for cancellations and prices too', async () => {
    const order = await market.place(seller, 'sell', '14000');
    const cancel = () =>
      server.request('DELETE', `/sell/sell-orders/${order}/cancel`, {
        token: seller.token,
        headers: { 'idempotency-key': 'cancel' },
      });
    const cancelled = [await cancel(), await cancel()];
    expect(cancelled.map(({ status }) => status)).toEqual([200, 200]);
    const set = () =>
      server.request('POST', '/tetherprice/update-tether-price', {
        token: market.admin.token,
        body: { tetherPrice: '1400' },
        headers: { 'idempotency-key': 'price' },
      });
    const prices = [await set(), await set()];
    expect(prices[1]?.body).toEqual(prices[0]?.body);
    expect((await typesOf(`order-${order}`)).filter((type) => type === 'OrderCancelled')).toHaveLength(1);
  });
});

test('compares the price a member saw with the newest one, even if set at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 4 === 0
        ? server.request('POST', '/tetherprice/update-tether-price', {
            token: market.admin.token,
            body: { tetherPrice: index % 8 === 0 ? '1500' : '1400' },
          })
        : server.request('POST', '/buy', { token: buyer.token, body: figures('70000', '1400') }),
    ),
  );
  for (const { status, body } of answers) if (status >= 300) expect(body.code).toBe('PRICE_CHANGED');
  const prices = await eventsOf('price-USDT-KRW');
  for (const { body } of answers.filter((answer) => answer.body.order !== undefined)) {
    const [placed] = await eventsOf(`order-${body.order._id}`);
    const accepted = prices.find(({ revision }) => revision === placed?.data['priceRevision']);
    expect([accepted?.data['price'], placed?.data['price']]).toEqual(['1400', '1400']);
  }
  await market.setPrice('1400');
});
