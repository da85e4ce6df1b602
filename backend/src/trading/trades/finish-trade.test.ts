import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { orderStream, tradeStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { statusOf } from '@matgyo/ledger/order/order';
import { describe, expect, test } from 'vitest';
import { systemTiming } from '../commands/timing.ts';
import { memberId, openPair, orderId, tradeId } from './ledger-market.fixture.ts';
import { fieldsOf } from './log-fields.fixture.ts';
import { TradeNotFinished } from './trade-process.ts';

/** A pair with a match of 5 USDT: all of the buy order, half of the sell order. */
async function openMatch(options: Parameters<typeof openPair>[0] = {}) {
  const market = await openPair(options);
  await market.match(1, market.pair);
  return { ...market, byId: { tradeId: tradeId(1) } };
}
type OpenMatch = Awaited<ReturnType<typeof openMatch>>;

const sinceMatch = async ({ history, pair }: OpenMatch): Promise<readonly string[]> =>
  (await history({ sell: pair.sellOrderId, buy: pair.buyOrderId, trade: tradeId(1) })).slice(4);

/** A log that fails each append to an order's stream while `broken` says so. */
function breaking(broken: { now: boolean }) {
  return (log: EventLog): EventLog => ({
    ...fieldsOf(log),
    append: async (stream, ...rest) => {
      if (broken.now && stream.startsWith('order-')) throw new EventLogUnavailable('none');
      return log.append(stream, ...rest);
    },
  });
}

describe('completing a match', () => {
  test('decides in the trade, settles both orders, and completes the one of which nothing is left', async () => {
    const market = await openMatch();
    const answer = await market.complete('complete', { trade: market.pair });
    expect(answer).toMatchObject({
      state: 'completed',
      fee: '0.0500',
      lastEvent: { type: 'TradeCompleted' },
    });
    expect(await sinceMatch(market)).toEqual([
      'trade: TradeCompleting',
      'sell: FillSettled',
      'buy: FillSettled',
      'buy: OrderCompleted',
      'trade: TradeCompleted',
    ]);
    expect(statusOf(await market.order(market.pair.sellOrderId))).toBe('Partially Matched');
    expect(statusOf(await market.order(market.pair.buyOrderId))).toBe('Buy Completed');
  });

  test('says in one event everything figures need', async () => {
    const market = await openMatch();
    await market.complete('complete', { trade: market.byId });
    const { sellOrderId, buyOrderId } = market.pair;
    expect(market.log.streamNow(tradeStream(tradeId(1))).at(-1)?.data).toEqual({
      ...{ tradeId: tradeId(1), sellOrderId, buyOrderId, sellerId: memberId(1), buyerId: memberId(2) },
      ...{ amount: '5.0000', price: '1400', krw: '7000', feeRate: '0.01', feeRule: 'cumulative-v1' },
      ...{ fee: '0.0500', sellerReferralCode: 'FRIEND' },
    });
  });

  test('names the referral code that the seller had when it was decided', async () => {
    const broken = { now: false };
    const market = await openMatch({ through: breaking(broken) });
    broken.now = true;
    await expect(market.complete('complete', { trade: market.byId })).rejects.toThrow(TradeNotFinished);
    market.accounts.set(memberId(1), {
      status: 'active',
      isVerified: true,
      referralCode: 'LATER',
      inviteCode: 'THEIRS',
    });
    broken.now = false;
    await market.complete('complete', { trade: market.byId });
    expect(await market.trade(tradeId(1))).toMatchObject({
      state: 'completed',
      sellerReferralCode: 'FRIEND',
    });
  });

  test('charges many small fills what one large fill costs', async () => {
    const market = await openPair();
    const { pair } = market;
    const amounts = ['0.0040', '0.0040', '0.0040', '0.0037', '1.3333'] as Usdt[];
    const fees: (string | undefined)[] = [];
    for (const [index, amount] of amounts.entries()) {
      await market.match(index, { ...pair, amount });
      fees.push((await market.complete(`complete ${index}`, { trade: pair })).fee);
    }
    // 1 % of 0.0040, 0.0080, 0.0120, 0.0157 and 1.3490, each half up, less what was taken before.
    expect(fees).toEqual(['0.0000', '0.0001', '0.0000', '0.0001', '0.0133']);
    expect((await market.order(pair.sellOrderId)).fee).toBe('0.0135');
  });

  test('does not ask whether an owner is still active: the money has changed hands', async () => {
    const market = await openMatch();
    market.accounts.set(memberId(1), {
      status: 'inactive',
      isVerified: true,
      referralCode: null,
      inviteCode: 'THEIRS',
    });
    await expect(market.complete('complete', { trade: market.pair })).resolves.toBeDefined();
  });
});

describe('cancelling a match', () => {
  test('gives both orders back what was reserved', async () => {
    const market = await openMatch();
    const answer = await market.cancel('cancel', { trade: market.pair });
    expect(answer).toMatchObject({
      state: 'cancelled',
      fee: undefined,
      lastEvent: { type: 'TradeCancelled' },
    });
    expect(await sinceMatch(market)).toEqual([
      'trade: TradeCancelling',
      'sell: FillReleased',
      'buy: FillReleased',
      'trade: TradeCancelled',
    ]);
    expect(statusOf(await market.order(market.pair.sellOrderId))).toBe('On Sale');
    expect(statusOf(await market.order(market.pair.buyOrderId))).toBe('Waiting for Buy');
  });

  test('lets the pair be matched again', async () => {
    const market = await openMatch();
    await market.cancel('cancel', { trade: market.pair });
    await expect(market.match(2, market.pair)).resolves.toMatchObject({ tradeId: tradeId(2) });
  });
});

describe('a trade is resolved once', () => {
  test.each(['complete', 'cancel'] as const)('%s after it was completed: 409', async (act) => {
    const market = await openMatch();
    await market.complete('first', { trade: market.pair });
    const again = market[act]('second', { trade: market.pair });
    await expect(again).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { tradeId: tradeId(1), state: 'completed' },
    });
  });

  test.each(['complete', 'cancel'] as const)('%s after it was cancelled: 409', async (act) => {
    const market = await openMatch();
    await market.cancel('first', { trade: market.pair });
    const again = market[act]('second', { trade: market.byId });
    await expect(again).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { tradeId: tradeId(1), state: 'cancelled' },
    });
  });

  test('of completing and cancelling at once, whoever decides first has decided', async () => {
    const market = await openMatch({ timing: systemTiming });
    const outcomes = await Promise.allSettled([
      market.complete('complete', { trade: market.byId }),
      market.cancel('cancel', { trade: market.byId }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { state } = await market.trade(tradeId(1));
    expect(outcomes).toContainEqual({ status: 'fulfilled', value: expect.objectContaining({ state }) });
  });
});

describe('a match that somebody else is finishing', () => {
  /** Decided by a request that was cut off right afterwards. */
  const cutOff = async (act: 'complete' | 'cancel') => {
    const broken = { now: false };
    const market = await openMatch({ through: breaking(broken) });
    broken.now = true;
    const failure = market[act]('first', { trade: market.byId });
    await expect(failure).rejects.toThrow(TradeNotFinished);
    await expect(failure).rejects.toMatchObject({ tradeId: tradeId(1), cause: { outcome: 'none' } });
    broken.now = false;
    return market;
  };

  test('is finished by a second call, which is told that it was in progress', async () => {
    const market = await cutOff('complete');
    await expect(market.complete('second', { trade: market.pair })).rejects.toMatchObject({
      code: 'IN_PROGRESS',
      details: { tradeId: tradeId(1) },
    });
    expect(await market.trade(tradeId(1))).toMatchObject({ state: 'completed' });
  });

  test('is finished by a call that wanted the opposite, which is told what it came to', async () => {
    const market = await cutOff('complete');
    await expect(market.cancel('second', { trade: market.pair })).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { state: 'completed' },
    });
    expect(await market.trade(tradeId(1))).toMatchObject({ state: 'completed' });
  });

  test.each(['complete', 'cancel'] as const)('is finished by a repeat of the same %s', async (act) => {
    const market = await cutOff(act);
    const answer = await market[act]('first', { trade: market.pair });
    expect(answer).toMatchObject({ repeated: true, state: act === 'complete' ? 'completed' : 'cancelled' });
    // And once more, now that it is finished.
    expect(await market[act]('first', { trade: market.pair })).toEqual(answer);
  });
});

describe('a trade that is still being proposed', () => {
  const proposedOnly = async () => {
    const broken = { now: true };
    const market = await openPair({ through: breaking(broken) });
    await expect(market.match(1, market.pair)).rejects.toThrow(TradeNotFinished);
    broken.now = false;
    return market;
  };

  test('is first driven to its end, and then completed', async () => {
    const market = await proposedOnly();
    const answer = await market.complete('complete', { trade: { tradeId: tradeId(1) } });
    expect(answer).toMatchObject({ state: 'completed' });
  });

  test('is first driven to its end, which may be that it never was a match', async () => {
    const market = await proposedOnly();
    await market.withdraw(market.pair.buyOrderId);
    await expect(market.cancel('cancel', { trade: { tradeId: tradeId(1) } })).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { state: 'rejected' },
    });
    await expect(market.cancel('again', { trade: market.pair })).rejects.toMatchObject({
      code: 'NEVER_MATCHED',
    });
  });
});

describe('which trade two orders mean', () => {
  test('none, when they were never matched: 404', async () => {
    const market = await openPair();
    await expect(market.complete('complete', { trade: market.pair })).rejects.toMatchObject({
      code: 'NEVER_MATCHED',
    });
  });

  test.each([
    ['a sell order', { sellOrderId: orderId(9) }],
    ['a buy order', { buyOrderId: orderId(9) }],
    ['the wrong way round, orders', { sellOrderId: orderId(2), buyOrderId: orderId(1) }],
  ] satisfies [string, { sellOrderId?: OrderId; buyOrderId?: OrderId }][])(
    '%s that is not there: 404',
    async (_, other) => {
      const market = await openPair();
      await expect(
        market.complete('complete', { trade: { ...market.pair, ...other } }),
      ).rejects.toMatchObject({
        code: 'ORDER_NOT_FOUND',
      });
    },
  );

  test('a trade id that is none, or of another pair: 404', async () => {
    const market = await openMatch();
    const strange = 'd'.repeat(24) as TradeId;
    for (const trade of [{ tradeId: strange }, { ...market.byId, buyOrderId: orderId(9) }])
      await expect(market.complete('complete', { trade })).rejects.toMatchObject({ code: 'TRADE_NOT_FOUND' });
  });

  test('the live one, not those that are finished', async () => {
    const market = await openMatch();
    await market.cancel('cancel', { trade: market.pair });
    await market.match(2, market.pair);
    const answer = await market.complete('complete', { trade: market.pair });
    expect(answer.tradeId).toBe(tradeId(2));
  });

  test('for a repeat the one of the first time, even if the pair was matched again', async () => {
    const market = await openPair();
    await market.match(1, { ...market.pair, amount: '1.0000' as Usdt });
    await market.complete('complete', { trade: market.pair });
    await market.match(2, market.pair);
    const again = await market.complete('complete', { trade: market.pair });
    expect(again).toMatchObject({ tradeId: tradeId(1), repeated: true });
    expect(await market.trade(tradeId(2))).toMatchObject({ state: 'matched' });
  });
});

test('finishing is refused when an order is not what the admin saw', async () => {
  const market = await openMatch();
  const { sellOrderId } = market.pair;
  const expected = { sell: 1, buy: 2 };
  await expect(market.complete('complete', { trade: market.pair, expected })).rejects.toMatchObject({
    code: 'STALE_REVISION',
    details: { changed: [{ orderId: sellOrderId, revision: 2 }] },
  });
  expect(market.log.streamNow(orderStream(sellOrderId))).toHaveLength(3);
});
