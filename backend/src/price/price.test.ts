import type { Price } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { openMarket } from '../trades/ledger-market.fixture.ts';
import { fieldsOf } from '../trades/log-fields.fixture.ts';
import { currentPrice, priceDecider, setPrice } from './price.ts';

const price = (text: string) => text as Price;

test('an admin sets the price; setting the same one again is an act too', () => {
  const set = { type: 'PriceSet', data: { price: '1400' } } as const;
  expect(setPrice(priceDecider.initial, price('1400'))).toEqual([set]);
  expect(setPrice({ price: price('1400') }, price('1400'))).toEqual([set]);
});

describe('the current price', () => {
  test('is none until one was set', async () => {
    expect(await currentPrice(openMarket().log)).toBeUndefined();
  });

  test('is the newest one, with the revision that set it', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    await market.setPrice('1405.5');
    expect(await currentPrice(market.log)).toEqual({ price: '1405.5', revision: 1 });
  });

  test('costs one event read backwards, however many there are', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    const reads: unknown[] = [];
    await currentPrice({
      ...fieldsOf(market.log),
      readStream: (stream, options) => {
        reads.push({ stream, ...options });
        return market.log.readStream(stream, options);
      },
    });
    expect(reads).toEqual([{ stream: 'price-USDT-KRW', direction: 'backwards', limit: 1 }]);
  });
});
