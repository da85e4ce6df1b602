import type { TradeId } from '@matgyo/contracts/ids';
import type { Price, Usdt } from '@matgyo/contracts/money';
import { orderStream, tradeStream } from '@matgyo/contracts/streams';
import { EventLogUnavailable, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { describe, expect, test } from 'vitest';
import { systemTiming } from '../../platform/commands/timing.ts';
import { memberId, openMarket, openPair, tradeId } from './ledger-market.fixture.ts';
import { fieldsOf } from './log-fields.fixture.ts';
import { previewProposal } from './propose-match.ts';
import { driveTrade, TradeNotFinished } from './trade-process.ts';

const usdt = (text: string) => text as Usdt;
const namesOf = ({ pair }: Awaited<ReturnType<typeof openPair>>, number = 1) => ({
  sell: pair.sellOrderId,
  buy: pair.buyOrderId,
  trade: tradeId(number),
});

describe('a match', () => {
  test('records the intent in the trade before it reserves, the sell order first', async () => {
    const market = await openPair();
    const answer = await market.match(1, market.pair);
    expect(answer).toMatchObject({ state: 'matched', lastEvent: { type: 'TradeMatched' } });
    expect(await market.history(namesOf(market))).toEqual([
      'trade: TradeProposed',
      'sell: FillReserved',
      'buy: FillReserved',
      'trade: TradeMatched',
    ]);
    for (const id of [market.pair.sellOrderId, market.pair.buyOrderId])
      expect(verifyStream(market.log.streamNow(orderStream(id)))).toBeUndefined();
  });

  test('fixes price, won, fee rate and fee rule when proposed', async () => {
    const market = await openPair();
    await market.setPrice('1500');
    await market.match(1, market.pair);
    expect(await market.trade(tradeId(1))).toMatchObject({
      terms: {
        amount: '5.0000',
        price: '1400',
        krw: '7000',
        feeRate: '0.01',
        feeRule: 'cumulative-v1',
        sellerId: memberId(1),
        buyerId: memberId(2),
      },
    });
  });

  test('leaves the rest of the larger order open', async () => {
    const market = await openPair();
    await market.match(1, market.pair);
    const another = await market.place(3, 'buy', 7);
    await market.match(2, { ...market.pair, buyOrderId: another });
    expect(await market.order(market.pair.sellOrderId)).toMatchObject({
      open: '0.0000',
      reserved: '10.0000',
    });
  });

  test('states command, cause and actor in each event', async () => {
    const market = await openPair();
    const { lastEvent } = await market.match(1, market.pair);
    const [proposed] = market.log.streamNow(tradeStream(tradeId(1)));
    const reserved = market.log.streamNow(orderStream(market.pair.sellOrderId)).at(-1);
    for (const event of [reserved, lastEvent])
      expect(event?.metadata).toMatchObject({
        commandId: proposed?.metadata.commandId,
        causationId: proposed?.id,
        correlationId: tradeId(1),
        actorRole: 'admin',
      });
  });

  test('is refused before it is proposed, with the current orders', async () => {
    const market = await openPair();
    await market.match(1, market.pair);
    const events = market.log.events.length;
    await expect(market.match(2, market.pair)).rejects.toMatchObject({
      code: 'PAIR_ALREADY_LIVE',
      details: {
        tradeId: tradeId(1),
        changed: [
          {
            orderId: market.pair.sellOrderId,
            side: 'sell',
            status: 'Partially Matched',
            open: '5.0000',
            revision: 2,
          },
          {
            orderId: market.pair.buyOrderId,
            side: 'buy',
            status: 'In Progress',
            open: '0.0000',
            revision: 2,
          },
        ],
      },
    });
    expect(market.log.events).toHaveLength(events);
  });

  test('is refused with an outdated revision', async () => {
    const market = await openPair();
    const request = { ...market.pair, expected: { sell: 1, buy: 0 } };
    await expect(market.match(1, request)).rejects.toMatchObject({
      code: 'STALE_REVISION',
      details: { changed: [{ orderId: market.pair.buyOrderId, revision: 1 }] },
    });
    await expect(market.match(1, { ...request, expected: { sell: 1, buy: 1 } })).resolves.toBeDefined();
  });

  test('is refused when either owner is inactive', async () => {
    const market = await openPair();
    market.accounts.set(memberId(2), {
      status: 'inactive',
      isVerified: true,
      referralCode: null,
      inviteCode: 'THEIRS',
    });
    await expect(market.match(1, market.pair)).rejects.toMatchObject({ code: 'OWNER_INACTIVE' });
  });
});

describe('a repeat of a match', () => {
  test('is the same match', async () => {
    const market = await openPair();
    const first = await market.match(1, market.pair);
    const events = market.log.events.length;
    expect(await market.match(1, market.pair)).toEqual(first);
    expect(market.log.events).toHaveLength(events);
  });

  test('gets the first reply, whatever happened to the trade since', async () => {
    const market = await openPair();
    const first = await market.match(1, market.pair);
    await market.complete('complete', { trade: { tradeId: tradeId(1) } });
    expect(await market.match(1, market.pair)).toMatchObject({
      state: 'matched',
      lastEvent: first.lastEvent,
    });
  });

  test('continues where the first was aborted', async () => {
    let cutOff = true;
    const market = await openPair({
      through: (log) => ({
        ...fieldsOf(log),
        append: async (stream, ...rest) => {
          if (cutOff && stream.startsWith('order-')) throw new EventLogUnavailable('none');
          return log.append(stream, ...rest);
        },
      }),
    });
    const failure = market.match(1, market.pair);
    await expect(failure).rejects.toThrow(TradeNotFinished);
    await expect(failure).rejects.toMatchObject({ tradeId: tradeId(1) });
    cutOff = false;
    expect(await market.match(1, market.pair)).toMatchObject({ state: 'matched' });
  });
});

describe('two admins matching the same order at once', () => {
  test('one wins, the others get 409 with the change and write nothing', async () => {
    const market = await openPair({ timing: systemTiming });
    const before = market.log.events.length;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => market.match(index, market.pair)),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(63);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['PAIR_ALREADY_LIVE']));
    for (const { details } of refusals) expect(details.changed).toHaveLength(2);
    expect(market.log.events.slice(before).map(({ type }) => type)).toEqual([
      'TradeProposed',
      'FillReserved',
      'FillReserved',
      'TradeMatched',
    ]);
    expect(await market.order(market.pair.buyOrderId)).toMatchObject({ open: '0.0000', reserved: '5.0000' });
  });

  test('one of two matches that share an order succeeds', async () => {
    const market = await openPair({ timing: systemTiming });
    const another = await market.place(3, 'sell', 14);
    const outcomes = await Promise.allSettled([
      market.match(1, market.pair),
      market.match(2, { ...market.pair, sellOrderId: another }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a match that becomes impossible', () => {
  /** The order is cancelled after the trade was proposed and before it is reserved. */
  const withdrawnBefore = async (side: 'sell' | 'buy') => {
    let withdraw: (() => Promise<unknown>) | undefined;
    const market = await openPair({
      through: (log) => ({
        ...fieldsOf(log),
        append: async (stream, ...rest) => {
          const appended = await log.append(stream, ...rest);
          if (stream.startsWith('trade-')) await withdraw?.();
          return appended;
        },
      }),
    });
    const id = side === 'sell' ? market.pair.sellOrderId : market.pair.buyOrderId;
    withdraw = () => {
      withdraw = undefined;
      return market.withdraw(id);
    };
    return market;
  };

  test('is rejected in the trade before reservations are released', async () => {
    const market = await withdrawnBefore('buy');
    await expect(market.match(1, market.pair)).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    expect(await market.history(namesOf(market))).toEqual([
      'trade: TradeProposed',
      'buy: OrderCancelled',
      'sell: FillReserved',
      'trade: TradeRejecting',
      'sell: FillReleased',
      'trade: TradeRejected',
    ]);
  });

  test('leaves a mark in an open order that has not reserved', async () => {
    const market = await withdrawnBefore('sell');
    await expect(market.match(1, market.pair)).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    expect(await market.history(namesOf(market))).toEqual([
      'trade: TradeProposed',
      'sell: OrderCancelled',
      'trade: TradeRejecting',
      'buy: FillRefused',
      'trade: TradeRejected',
    ]);
  });

  test('gives a repeat the same reply', async () => {
    const market = await withdrawnBefore('sell');
    const refusal = { code: 'ORDER_NOT_OPEN', details: { changed: [{ status: 'Cancelled' }, {}] } };
    await expect(market.match(1, market.pair)).rejects.toMatchObject(refusal);
    await expect(market.match(1, market.pair)).rejects.toMatchObject(refusal);
  });

  test('gives up reserving after 5 seconds of conflicts', async () => {
    const market = await openPair({
      through: (log) => ({
        ...fieldsOf(log),
        append: async (stream, ...rest) => {
          const isReserve = rest[1][0]?.type === 'FillReserved';
          if (isReserve && stream.startsWith('order-')) throw new WrongExpectedRevision(stream, undefined);
          return log.append(stream, ...rest);
        },
      }),
    });
    const begun = market.timing.now();
    await expect(market.match(1, market.pair)).rejects.toMatchObject({ code: 'RESERVE_TIMED_OUT' });
    expect(market.timing.now() - begun).toBeGreaterThanOrEqual(5_000);
    expect(market.timing.now() - begun).toBeLessThan(5_500);
    expect(await market.trade(tradeId(1))).toMatchObject({ state: 'rejected', reason: 'RESERVE_TIMED_OUT' });
  });
});

describe('the preview of a match', () => {
  test('shows the match and what it leaves open, without appending', async () => {
    const market = await openPair();
    const events = market.log.events.length;
    const preview = await previewProposal(
      market.process,
      { ...market.pair, amount: usdt('2.0000') },
      memberId(0),
    );
    expect(preview).toMatchObject({
      amount: '2.0000',
      price: '1400',
      krw: '2800',
      feeEstimate: '0.0200',
      feeRate: '0.01',
      maker: 'sell',
      sellAboveBuyBy: null,
      sell: { revision: 1, remaining: '8.0000' },
      buy: { revision: 1, remaining: '3.0000' },
    });
    expect(market.log.events).toHaveLength(events);
  });

  test('equals the match', async () => {
    const market = await openPair();
    const { amount, price, krw } = await previewProposal(market.process, market.pair, memberId(0));
    const { terms } = await market.match(1, market.pair);
    expect(terms).toMatchObject({ amount, price, krw });
  });

  test('warns if the seller asks more than the buyer offers', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    const buyOrderId = await market.place(1, 'buy', 14);
    await market.setPrice('1405.5');
    const sellOrderId = await market.place(2, 'sell', 14);
    const preview = await previewProposal(market.process, { sellOrderId, buyOrderId }, memberId(0));
    expect(preview).toMatchObject({ sellAboveBuyBy: '5.5', maker: 'sell', price: '1405.5' });
  });

  test('is refused like the match', async () => {
    const market = await openPair();
    const price = '1399' as Price;
    await expect(
      previewProposal(market.process, { ...market.pair, price }, memberId(0)),
    ).rejects.toMatchObject({ code: 'PRICE_OUTSIDE_ORDERS' });
  });
});

test('driving an unknown trade does nothing', async () => {
  const market = await openPair();
  const actor = { actorId: 'process-manager', actorRole: 'system' } as const;
  const { state } = await driveTrade(market.process, actor, 'd'.repeat(24) as TradeId);
  expect(state).toEqual({ state: 'none' });
});
