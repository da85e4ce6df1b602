import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { orderStream, tradeStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { statusOf } from '@matgyo/ledger/order/order';
import { describe, expect, test } from 'vitest';
import { systemTiming } from '../../platform/commands/timing.ts';
import { memberId, openPair, orderId, tradeId } from './ledger-market.fixture.ts';
import { fieldsOf } from './log-fields.fixture.ts';
import { TradeNotFinished } from './trade-process.ts';

/** A match of 5 USDT: all of the buy order and half of the sell order. */
async function openMatch(options: Parameters<typeof openPair>[0] = {}) {
  const market = await openPair(options);
  await market.match(1, market.pair);
  return { ...market, byId: { tradeId: tradeId(1) } };
}
type OpenMatch = Awaited<ReturnType<typeof openMatch>>;

const historyOf = async ({ history, pair }: OpenMatch): Promise<readonly string[]> =>
  (await history({ sell: pair.sellOrderId, buy: pair.buyOrderId, trade: tradeId(1) })).slice(4);

/** A log that fails appends to orders while `broken.now`. */
function failingOrderAppends(broken: { now: boolean }) {
  return (log: EventLog): EventLog => ({
    ...fieldsOf(log),
    append: async (stream, ...rest) => {
      if (broken.now && stream.startsWith('order-')) throw new EventLogUnavailable('none');
      return log.append(stream, ...rest);
    },
  });
}

describe('completing a match', () => {
  test('decides in the trade, settles both orders, and completes the order that is used up', async () => {
    const market = await openMatch();
    const answer = await market.complete('complete', { trade: market.pair });
    expect(answer).toMatchObject({
      state: 'completed',
      fee: '0.0500',
      lastEvent: { type: 'TradeCompleted' },
    });
    expect(await historyOf(market)).toEqual([
      'trade: TradeCompleting',
      'sell: FillSettled',
      'buy: FillSettled',
      'buy: OrderCompleted',
      'trade: TradeCompleted',
    ]);
    expect(statusOf(await market.order(market.pair.sellOrderId))).toBe('Partially Matched');
    expect(statusOf(await market.order(market.pair.buyOrderId))).toBe('Buy Completed');
  });

  test('has all data for reports in one event', async () => {
    const market = await openMatch();
    await market.complete('complete', { trade: market.byId });
    const { sellOrderId, buyOrderId } = market.pair;
    expect(market.log.streamNow(tradeStream(tradeId(1))).at(-1)?.data).toEqual({
      tradeId: tradeId(1),
      sellOrderId,
      buyOrderId,
      sellerId: memberId(1),
      buyerId: memberId(2),
      amount: '5.0000',
      price: '1400',
      krw: '7000',
      feeRate: '0.01',
      feeRule: 'cumulative-v1',
      fee: '0.0500',
      sellerReferralCode: 'FRIEND',
    });
  });

  test('records the seller’s referral code at that time', async () => {
    const broken = { now: false };
    const market = await openMatch({ through: failingOrderAppends(broken) });
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

  test('charges many small fills the same as one large fill', async () => {
    const market = await openPair();
    const { pair } = market;
    const amounts = ['0.0040', '0.0040', '0.0040', '0.0037', '1.3333'] as Usdt[];
    const fees: (string | undefined)[] = [];
    for (const [index, amount] of amounts.entries()) {
      await market.match(index, { ...pair, amount });
      fees.push((await market.complete(`complete ${index}`, { trade: pair })).fee);
    }
    // 1 % of 0.0040, 0.0080, 0.0120, 0.0157 and 1.3490, each rounded half up, minus what was charged before.
    expect(fees).toEqual(['0.0000', '0.0001', '0.0000', '0.0001', '0.0133']);
    expect((await market.order(pair.sellOrderId)).fee).toBe('0.0135');
  });

  test('does not require active owners, as the payment was made', async () => {
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
  test('releases the reserved amount in both orders', async () => {
    const market = await openMatch();
    const answer = await market.cancel('cancel', { trade: market.pair });
    expect(answer).toMatchObject({
      state: 'cancelled',
      fee: undefined,
      lastEvent: { type: 'TradeCancelled' },
    });
    expect(await historyOf(market)).toEqual([
      'trade: TradeCancelling',
      'sell: FillReleased',
      'buy: FillReleased',
      'trade: TradeCancelled',
    ]);
    expect(statusOf(await market.order(market.pair.sellOrderId))).toBe('On Sale');
    expect(statusOf(await market.order(market.pair.buyOrderId))).toBe('Waiting for Buy');
  });

  test('allows matching the pair again', async () => {
    const market = await openMatch();
    await market.cancel('cancel', { trade: market.pair });
    await expect(market.match(2, market.pair)).resolves.toMatchObject({ tradeId: tradeId(2) });
  });
});

describe('a trade is resolved once', () => {
  test.each(['complete', 'cancel'] as const)('%s after completion: 409', async (action) => {
    const market = await openMatch();
    await market.complete('first', { trade: market.pair });
    const again = market[action]('second', { trade: market.pair });
    await expect(again).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { tradeId: tradeId(1), state: 'completed' },
    });
  });

  test.each(['complete', 'cancel'] as const)('%s after cancellation: 409', async (action) => {
    const market = await openMatch();
    await market.cancel('first', { trade: market.pair });
    const again = market[action]('second', { trade: market.byId });
    await expect(again).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { tradeId: tradeId(1), state: 'cancelled' },
    });
  });

  test('the first of a concurrent completion and cancellation decides', async () => {
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

describe('a match that another process is finishing', () => {
  /** Decided by a request that was then aborted. */
  const cutOff = async (action: 'complete' | 'cancel') => {
    const broken = { now: false };
    const market = await openMatch({ through: failingOrderAppends(broken) });
    broken.now = true;
    const failure = market[action]('first', { trade: market.byId });
    await expect(failure).rejects.toThrow(TradeNotFinished);
    await expect(failure).rejects.toMatchObject({ tradeId: tradeId(1), cause: { outcome: 'none' } });
    broken.now = false;
    return market;
  };

  test('is finished by a second call, which is answered with IN_PROGRESS', async () => {
    const market = await cutOff('complete');
    await expect(market.complete('second', { trade: market.pair })).rejects.toMatchObject({
      code: 'IN_PROGRESS',
      details: { tradeId: tradeId(1) },
    });
    expect(await market.trade(tradeId(1))).toMatchObject({ state: 'completed' });
  });

  test('is finished by a call for the opposite, which is answered with the outcome', async () => {
    const market = await cutOff('complete');
    await expect(market.cancel('second', { trade: market.pair })).rejects.toMatchObject({
      code: 'TRADE_ALREADY_FINISHED',
      details: { state: 'completed' },
    });
    expect(await market.trade(tradeId(1))).toMatchObject({ state: 'completed' });
  });

  test.each(['complete', 'cancel'] as const)('is finished by a repeat of the same %s', async (action) => {
    const market = await cutOff(action);
    const answer = await market[action]('first', { trade: market.pair });
    expect(answer.state).toBe(action === 'complete' ? 'completed' : 'cancelled');
    // Again, after it is finished.
    expect(await market[action]('first', { trade: market.pair })).toEqual(answer);
  });
});

describe('a trade that is still being proposed', () => {
  const proposedOnly = async () => {
    const broken = { now: true };
    const market = await openPair({ through: failingOrderAppends(broken) });
    await expect(market.match(1, market.pair)).rejects.toThrow(TradeNotFinished);
    broken.now = false;
    return market;
  };

  test('is first driven to its end and then completed', async () => {
    const market = await proposedOnly();
    const answer = await market.complete('complete', { trade: { tradeId: tradeId(1) } });
    expect(answer).toMatchObject({ state: 'completed' });
  });

  test('is first driven to its end, which may be a rejection', async () => {
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

describe('the trade of two orders', () => {
  test('is none if they were never matched: 404', async () => {
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
    'is none for an unknown %s: 404',
    async (_, other) => {
      const market = await openPair();
      await expect(
        market.complete('complete', { trade: { ...market.pair, ...other } }),
      ).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    },
  );

  test('an invalid trade id, or one of another pair: 404', async () => {
    const market = await openMatch();
    const unknown = 'd'.repeat(24) as TradeId;
    for (const trade of [{ tradeId: unknown }, { ...market.byId, buyOrderId: orderId(9) }])
      await expect(market.complete('complete', { trade })).rejects.toMatchObject({ code: 'TRADE_NOT_FOUND' });
  });

  test('is the live one, not a finished one', async () => {
    const market = await openMatch();
    await market.cancel('cancel', { trade: market.pair });
    await market.match(2, market.pair);
    const answer = await market.complete('complete', { trade: market.pair });
    expect(answer.tradeId).toBe(tradeId(2));
  });

  test('is the first one for a repeat, even if the pair was matched again', async () => {
    const market = await openPair();
    await market.match(1, { ...market.pair, amount: '1.0000' as Usdt });
    await market.complete('complete', { trade: market.pair });
    await market.match(2, market.pair);
    const again = await market.complete('complete', { trade: market.pair });
    expect(again).toMatchObject({ tradeId: tradeId(1) });
    expect(await market.trade(tradeId(2))).toMatchObject({ state: 'matched' });
  });
});

test('refuses to finish with an outdated revision', async () => {
  const market = await openMatch();
  const { sellOrderId } = market.pair;
  const expected = { sell: 1, buy: 2 };
  await expect(market.complete('complete', { trade: market.pair, expected })).rejects.toMatchObject({
    code: 'STALE_REVISION',
    details: { changed: [{ orderId: sellOrderId, revision: 2 }] },
  });
  expect(market.log.streamNow(orderStream(sellOrderId))).toHaveLength(3);
});
