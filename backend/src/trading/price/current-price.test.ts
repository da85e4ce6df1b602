import { describe, expect, test } from 'vitest';
import { openMarket } from '../trades/ledger-market.fixture.ts';
import { fieldsOf } from '../trades/log-fields.fixture.ts';
import { currentPrice } from './current-price.ts';

describe('the current price', () => {
  test('is undefined before the first one', async () => {
    expect(await currentPrice(openMarket().log)).toBeUndefined();
  });

  test('is the newest one, with its revision', async () => {
    const market = openMarket();
    await market.setPrice('1400');
    await market.setPrice('1405.5');
    expect(await currentPrice(market.log)).toEqual({ price: '1405.5', revision: 1 });
  });

  test('takes one event read, however many there are', async () => {
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
