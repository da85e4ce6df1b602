import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { systemTiming } from '../commands/timing.ts';
import { openMarket } from '../orders/market.fixture.ts';
import { expireWindows } from './expire-windows.ts';

// It looks at every trade there is, so it has a server of its own.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Looks as if so many minutes had passed. */
function lookAfter(minutes: number): Promise<void> {
  const timing = { ...systemTiming, now: () => Date.now() + minutes * 60_000 };
  const ledger = { log: server.log, timing };
  return expireWindows({ db: createDatabase(server.pool), ledger, paymentWindowMinutes: 60 });
}

test('a window that has run out is noted once, and both parties are notified once', async () => {
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const tradeId = (await market.match(sell, buy))._id;
  const stream = `trade-${tradeId}`;
  const expired = async () =>
    (await server.log.readStream(stream, { direction: 'forwards', from: 0, limit: 50 })).filter(
      ({ type }) => type === 'WindowExpired',
    );

  await lookAfter(59);
  expect(await expired()).toEqual([]);
  await Promise.all([lookAfter(61), lookAfter(62)]);
  await lookAfter(63);
  expect(await expired()).toMatchObject([
    { data: { tradeId, step: 'payment-sent', minutes: 60 }, metadata: { actorRole: 'system' } },
  ]);

  const path = `/trades/${tradeId}/payment`;
  await vi.waitFor(async () => {
    const { body } = await server.request('GET', path, { token: buyer.token });
    expect(body.next).toMatchObject({ step: 'payment-sent', expired: true });
  }, 15_000);
  for (const [person, topic] of [
    [seller, 'sellOrders'],
    [buyer, 'buyOrders'],
  ] as const)
    await vi.waitFor(async () => {
      const { body } = await server.request('GET', `/notification/unread/user/${topic}`, {
        token: person.token,
      });
      expect(body.filter(({ code }: { code: string }) => code === 'TIME_EXPIRED')).toHaveLength(1);
    }, 15_000);
});

test('admins find orders with an overdue payment first in what waits longest, until they give it more time', async () => {
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const matched = async () => {
    const sell = await market.open(seller, 'sell', '140000');
    const buy = await market.open(buyer, 'buy', '140000');
    return { sell, buy, tradeId: (await market.match(sell, buy))._id };
  };
  const [older, younger] = [await matched(), await matched()];
  const move = (tradeId: string, body: object) =>
    server.request('POST', `/trades/${tradeId}/window`, { token: market.admin.token, body });
  await move(older.tradeId, { pause: true, reason: 'BANK_MAINTENANCE' });
  await lookAfter(61);
  await vi.waitFor(async () => {
    const { next } = await market.see(`/trades/${younger.tradeId}/payment`);
    expect(next).toMatchObject({ expired: true });
  }, 15_000);

  for (const side of ['sell', 'buy'] as const) {
    const { nickname } = side === 'sell' ? seller : buyer;
    const path = `/${side}/admin/all/inProgress-orders?sort=waiting&search=${nickname}&limit=1`;
    const first = await market.see(path);
    expect(first.items).toMatchObject([{ _id: younger[side], overdue: true }]);
    const second = await market.see(`${path}&cursor=${first.nextCursor}`);
    expect(second.items).toMatchObject([{ _id: older[side], overdue: false }]);
    expect(second.nextCursor).toBeNull();
  }
  await move(younger.tradeId, { extendMinutes: 30, reason: 'PARTY_ASKED' });
  const { items } = await market.see(
    `/sell/admin/all/inProgress-orders?sort=waiting&search=${seller.nickname}`,
  );
  expect(items).toMatchObject([
    { _id: older.sell, overdue: false },
    { _id: younger.sell, overdue: false },
  ]);
});
