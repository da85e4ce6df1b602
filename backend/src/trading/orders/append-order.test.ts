import type { Krw, Price } from '@matgyo/contracts/money';
import { orderStream, priceStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { describe, expect, test } from 'vitest';
import { commandOf, memberId, openMarket, orderId } from '../trades/ledger-market.fixture.ts';
import { fieldsOf } from '../trades/log-fields.fixture.ts';
import { appendOrder } from './append-order.ts';

const placement = {
  orderId: orderId(1),
  side: 'sell',
  memberId: memberId(1),
  krwAmount: '1000000' as Krw,
  clientAmount: '714.29',
  price: '1400' as Price,
  owner: { status: 'active', isVerified: true, referralCode: null, inviteCode: 'THEIRS' },
} as const;

const placeOn = (market: ReturnType<typeof openMarket>, through: Partial<EventLog> = {}) => {
  const log = { ...fieldsOf(market.log), ...through };
  return appendOrder({ log, timing: market.timing }, commandOf('place'), placement);
};

describe('placing an order', () => {
  test('reads the price last before it appends', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    const calls: string[] = [];
    await placeOn(market, {
      readStream: (stream, options) => {
        calls.push(`reads ${stream}`);
        return market.log.readStream(stream, options);
      },
      append: (stream, expected, events) => {
        calls.push(`appends to ${stream}`);
        return market.log.append(stream, expected, events);
      },
    });
    const order = orderStream(placement.orderId);
    expect(calls).toEqual([`reads ${order}`, `reads ${priceStream}`, `appends to ${order}`]);
  });

  test('records the revision of the accepted price; a price set after the read counts as later', async () => {
    const market = openMarket();
    await market.setPrice('1390');
    await market.setPrice('1400');
    const { events } = await placeOn(market, {
      append: async (stream, expected, events) => {
        await market.setPrice('1500');
        return market.log.append(stream, expected, events);
      },
    });
    expect(events).toMatchObject([{ data: { price: '1400', priceRevision: 1, amount: '714.2857' } }]);
  });

  test('compares with the current price when it decides again', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    let lost = false;
    const failure = placeOn(market, {
      append: async () => {
        lost = true;
        await market.setPrice('1500');
        throw new EventLogUnavailable('unknown');
      },
    });
    // The first append may still arrive, so the changed price is no final reply.
    await expect(failure).rejects.toMatchObject({ outcome: 'unknown', cause: { code: 'PRICE_CHANGED' } });
    expect(lost).toBe(true);
  });

  test('a repeat has the first outcome at any price', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    const first = await placeOn(market);
    await market.setPrice('1500');
    expect(await placeOn(market)).toMatchObject({ outcome: 'repeated', events: first.events });
  });

  test.each([
    ['PRICE_NOT_SET', []],
    ['PRICE_CHANGED', ['1400', '1500']],
  ])('%s after the prices %j', async (code, prices) => {
    const market = openMarket();
    for (const price of prices) await market.setPrice(price);
    await expect(placeOn(market)).rejects.toMatchObject({ code });
  });
});
