import { randomUUID } from 'node:crypto';
import type { TradeId } from '@matgyo/contracts/ids';
import { afterAll, expect, test, vi } from 'vitest';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openMarket } from '../orders/market.fixture.ts';
import { expireWindows, noteWindowEnd } from './expire-windows.ts';
import { createTradeProcess, type TradeProcess } from './trade-process.ts';

// Checks all trades, so it needs its own server.
const server = await startTestServer(
  {
    LEVELS: JSON.stringify([
      { trades: 0, openKrw: null, windowMinutes: 60 },
      { trades: 1, openKrw: null, windowMinutes: 120 },
    ]),
  },
  applicationWithMembers,
);
afterAll(() => server.close());

function processAt(minutes: number, startedAgo = minutes): TradeProcess {
  const elapsed = () => startedAgo * 60_000;
  const timing = { ...systemTiming, now: () => Date.now() + minutes * 60_000, elapsed };
  const accounts = { get: async () => undefined };
  const settings = { feeRate: '0.01', tolerance: '0.005' } as never;
  return createTradeProcess({ log: server.log, accounts, settings, timing });
}

/** Expires windows as if so many minutes had passed. */
const expireWindowsAfter = (minutes: number, cancelsUnpaidTrades = false, startedAgo = minutes) =>
  expireWindows({
    db: createDatabase(server.pool),
    process: processAt(minutes, startedAgo),
    cancelsUnpaidTrades,
  });

const codesFor = async ({ token }: Person): Promise<string[]> =>
  (await server.request('GET', '/notification?isForAdmin=false&limit=9', { token })).body.items.map(
    ({ code }: { code: string }) => code,
  );

test('records an expired window once and notifies both parties once', async () => {
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const tradeId = (await market.match(sell, buy))._id;
  const stream = `trade-${tradeId}`;
  const expired = async () => (await server.eventsOf(stream)).filter(({ type }) => type === 'WindowExpired');

  await expireWindowsAfter(59);
  expect(await expired()).toEqual([]);
  await Promise.all([expireWindowsAfter(61), expireWindowsAfter(62)]);
  await expireWindowsAfter(63);
  expect(await expired()).toMatchObject([
    { data: { tradeId, step: 'payment-sent', minutes: 60 }, metadata: { actorRole: 'system' } },
  ]);

  const path = `/trades/${tradeId}/payment`;
  await vi.waitFor(async () => {
    const { body } = await server.request('GET', path, { token: buyer.token });
    expect(body.next).toMatchObject({ step: 'payment-sent', expired: true });
  }, 60_000);
  for (const [person, topic] of [
    [seller, 'sellOrders'],
    [buyer, 'buyOrders'],
  ] as const)
    await vi.waitFor(async () => {
      const { body } = await server.request('GET', `/notification/unread/user/${topic}`, {
        token: person.token,
      });
      expect(body.filter(({ code }: { code: string }) => code === 'TIME_EXPIRED')).toHaveLength(1);
    }, 60_000);
});

test('both parties are notified when an admin pauses, resumes or extends the time', async () => {
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const tradeId = (await market.match(sell, buy))._id;
  for (const change of [{ pause: true }, { resume: true }, { extendMinutes: 30 }])
    await server.request('POST', `/trades/${tradeId}/window`, {
      token: market.admin.token,
      body: { ...change, reason: 'PARTY_ASKED' },
    });
  for (const party of [seller, buyer])
    await vi.waitFor(async () => {
      const moves = (await codesFor(party)).filter((code) => code.startsWith('TIME_'));
      expect(moves.sort()).toEqual(['TIME_EXTENDED', 'TIME_PAUSED', 'TIME_RESUMED']);
    }, 60_000);
});

test('sorting by waiting time puts overdue payments first, until an admin extends them', async () => {
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
  await expireWindowsAfter(61);
  await vi.waitFor(async () => {
    const { next } = await market.see(`/trades/${younger.tradeId}/payment`);
    expect(next).toMatchObject({ expired: true });
  }, 60_000);

  for (const side of ['sell', 'buy'] as const) {
    const { nickname } = side === 'sell' ? seller : buyer;
    const path = `/${side}/admin/all/inProgress-orders?sort=waiting&search=${nickname}&limit=1`;
    const first = await market.see(path);
    expect(first.items).toMatchObject([{ _id: younger[side], overdue: true }]);
    const second = await market.see(`${path}&cursor=${first.nextCursor}`);
    expect(second.items).toMatchObject([{ _id: older[side], overdue: false }]);
    expect(second.nextCursor).toBeNull();
  }
  const shown = async () => {
    const path = `/sell/admin/all/inProgress-orders?sort=waiting&search=${seller.nickname}`;
    return (await market.see(path)).items.map(({ overdue }: { overdue: boolean }) => overdue);
  };
  await move(younger.tradeId, { pause: true, reason: 'BANK_MAINTENANCE' });
  expect(await shown()).toEqual([false, false]);
  await move(younger.tradeId, { resume: true, reason: 'BANK_MAINTENANCE' });
  expect(await shown()).toEqual([true, false]);
  await move(younger.tradeId, { extendMinutes: 30, reason: 'PARTY_ASKED' });
  const { items } = await market.see(
    `/sell/admin/all/inProgress-orders?sort=waiting&search=${seller.nickname}`,
  );
  expect(items).toMatchObject([
    { _id: older.sell, overdue: false },
    { _id: younger.sell, overdue: false },
  ]);
});

test('time is added to an expired window only by a read model that is at the same step', async () => {
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const tradeId = (await market.match(sell, buy))._id;
  await expireWindowsAfter(61);
  await vi.waitFor(async () => {
    const { next } = await market.see(`/trades/${tradeId}/payment`);
    expect(next).toMatchObject({ expired: true });
  }, 60_000);
  const extend = async () => {
    const body = { extendMinutes: 30, reason: 'PARTY_ASKED' };
    const answer = await server.request('POST', `/trades/${tradeId}/window`, {
      token: market.admin.token,
      body,
    });
    return answer.status;
  };
  const setMarks = (marks: string) =>
    server.pool.query(
      `update read_trades.trades set payment = jsonb_set(payment::jsonb, '{marks}', $2::jsonb) where trade_id = $1`,
      [tradeId, marks],
    );
  await setMarks('[{}]');
  expect(await extend()).toBe(503);
  await setMarks('[]');
  expect(await extend()).toBe(200);
});

test('a step that began meanwhile is not ended by the window of the step before', async () => {
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const tradeId = (await market.match(sell, buy))._id as TradeId;
  await server.request('POST', `/trades/${tradeId}/steps`, {
    token: buyer.token,
    body: { step: 'payment-sent' },
  });
  const typesAfter = async (changes: number) => {
    const commandId = randomUUID();
    const ids = { commandId, correlationId: tradeId, causationId: commandId };
    const at = new Date(Date.now() + 11 * 60_000).toISOString();
    const command = { ...ids, actorId: 'payment-windows', actorRole: 'system', at } as const;
    const end = { tradeId, command, minutes: 10, changes, cancelsUnpaid: false };
    await noteWindowEnd(processAt(0), end, at);
    return (await server.typesOf(`trade-${tradeId}`)).slice(2);
  };
  expect(await typesAfter(0)).toEqual(['PaymentSent']);
  expect(await typesAfter(1)).toEqual(['PaymentSent', 'WindowExpired']);
});

test('cancels unpaid matches if so configured, and no others', async () => {
  const market = await openMarket(server);
  const matched = async () => {
    const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
    const sell = await market.open(seller, 'sell', '140000');
    const buy = await market.open(buyer, 'buy', '140000');
    return { sell, seller, buyer, tradeId: (await market.match(sell, buy))._id };
  };
  const [unpaid, paid, paused] = [await matched(), await matched(), await matched()];
  const change = (path: string, token: string, body: object) =>
    server.request('POST', `/trades/${path}`, { token, body });
  await change(`${paid.tradeId}/steps`, paid.buyer.token, { step: 'payment-sent' });
  const pause = { pause: true, reason: 'BANK_MAINTENANCE' };
  await change(`${paused.tradeId}/window`, market.admin.token, pause);
  const typesOf = async (tradeId: string) =>
    (await server.eventsOf(`trade-${tradeId}`))
      .slice(2)
      .map(({ type, data }) => [type, data['reason']].filter(Boolean).join(' '));
  await expireWindowsAfter(59, true);
  // A buyer who paid while no backend ran can mark it first.
  await expireWindowsAfter(600, true, 9);
  expect(await typesOf(unpaid.tradeId)).toEqual([]);
  await Promise.all([expireWindowsAfter(61, true), expireWindowsAfter(62, true)]);
  expect(await typesOf(unpaid.tradeId)).toEqual([
    ...['WindowExpired', 'TradeCancelling PAYMENT_OVERDUE', 'TradeCancelled PAYMENT_OVERDUE'],
  ]);
  expect(await typesOf(paid.tradeId)).toEqual(['PaymentSent', 'WindowExpired']);
  expect(await typesOf(paused.tradeId)).toEqual(['WindowPaused BANK_MAINTENANCE']);
  // One notification each, that of the cancellation.
  for (const party of [unpaid.seller, unpaid.buyer])
    await vi.waitFor(async () => expect((await codesFor(party))[0]).toBe('MATCH_UNPAID'), 60_000);
  for (const party of [unpaid.seller, unpaid.buyer])
    expect(await codesFor(party)).not.toContain('TIME_EXPIRED');
  await vi.waitFor(async () => {
    const { rows } = await server.pool.query(
      'select open, reserved from read_orders.orders where order_id = $1',
      [unpaid.sell],
    );
    expect(rows).toEqual([{ open: '100.0000', reserved: '0.0000' }]);
  }, 60_000);
  for (const [person, topic] of [
    [unpaid.seller, 'sellOrders'],
    [unpaid.buyer, 'buyOrders'],
  ] as const)
    await vi.waitFor(async () => {
      const path = `/notification/unread/user/${topic}`;
      const { body } = await server.request('GET', path, { token: person.token });
      const ended = body.filter(
        ({ code }: { code: string }) => code.startsWith('MATCH_C') || code === 'MATCH_UNPAID',
      );
      expect(ended).toMatchObject([
        { code: 'MATCH_UNPAID', message: expect.stringContaining('제한 시간 안에') },
      ]);
    }, 60_000);
});

test('each party has the window of its level, and the event records its length', async () => {
  const market = await openMarket(server);
  const [seller, known, newcomer] = [
    await server.member({ active: true }),
    await server.member({ active: true }),
    await server.member({ active: true }),
  ];
  const matchedWith = async (buyer: Person) => {
    const sell = await market.open(seller, 'sell', '140000');
    const buy = await market.open(buyer, 'buy', '140000');
    return { sell, buy, tradeId: (await market.match(sell, buy))._id };
  };
  const before = await matchedWith(known);
  await market.complete(before.sell, before.buy);
  const ofKnown = await matchedWith(known);
  const ofNewcomer = await matchedWith(newcomer);
  const minutesOf = async (tradeId: string) =>
    (await server.eventsOf(`trade-${tradeId}`))
      .filter(({ type }) => type === 'WindowExpired')
      .map(({ data }) => data['minutes']);
  await expireWindowsAfter(61);
  expect([await minutesOf(ofKnown.tradeId), await minutesOf(ofNewcomer.tradeId)]).toEqual([[], [60]]);
  // The next step is the seller's, who has traded before.
  const step = { token: newcomer.token, body: { step: 'payment-sent' } };
  expect((await server.request('POST', `/trades/${ofNewcomer.tradeId}/steps`, step)).status).toBe(200);
  await vi.waitFor(async () => {
    const { rows } = await server.pool.query('select overdue from read_trades.trades where trade_id = $1', [
      ofNewcomer.tradeId,
    ]);
    expect(rows).toEqual([{ overdue: false }]);
  }, 60_000);
  await expireWindowsAfter(119);
  expect(await minutesOf(ofNewcomer.tradeId)).toEqual([60]);
  await expireWindowsAfter(121);
  expect([await minutesOf(ofKnown.tradeId), await minutesOf(ofNewcomer.tradeId)]).toEqual([[120], [60, 120]]);
});
