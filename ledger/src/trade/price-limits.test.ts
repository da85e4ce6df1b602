import type { Side } from '@matgyo/contracts/ids';
import { compareMoney, type Price, type Rate } from '@matgyo/contracts/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beyondLimit, priceLimits, refuseBeyondLimit } from './price-limits.ts';

const price = (text: string) => text as Price;
const tolerance = '0.005' as Rate;
const anyPrice = fc.integer({ min: 1, max: 100_000_000_000 }).map((units) => price(String(units / 10_000)));

describe('the price of an order is a limit', () => {
  test('that a match may exceed by the tolerance', () => {
    expect(priceLimits(price('1400'), price('1394.5'), tolerance)).toEqual({
      lowest: '1393',
      highest: '1401.4725',
    });
    expect(priceLimits(price('1400'), price('1400'), '0' as Rate)).toEqual({
      lowest: '1400',
      highest: '1400',
    });
  });

  test('that is rounded towards the order’s own price', () => {
    expect(priceLimits(price('0.0001'), price('0.0001'), tolerance)).toEqual({
      lowest: '0.0001',
      highest: '0.0001',
    });
    expect(priceLimits(price('1394.5123'), price('1394.5123'), tolerance)).toEqual({
      lowest: '1387.5398',
      highest: '1401.4848',
    });
  });

  test.each<[string, string, string, Side[]]>([
    ['1400', '1400', '1400', []],
    ['1400', '1400', '1393', []],
    ['1400', '1400', '1392.9999', ['sell']],
    ['1400', '1400', '1407', []],
    ['1400', '1400', '1407.0001', ['buy']],
    // A thousand USDT for ten won.
    ['1394.5', '0.01', '0.01', ['sell']],
    ['1394.5', '0.01', '1394.5', ['buy']],
    ['1394.5', '0.01', '697', ['sell', 'buy']],
  ])('sell at %s, buy at %s: a match at %s is beyond that of %j', (sell, buy, at, expected) => {
    expect(beyondLimit(price(at), priceLimits(price(sell), price(buy), tolerance))).toEqual(expected);
  });

  test('that its own price never exceeds', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (sell, buy) => {
        const { lowest, highest } = priceLimits(sell, buy, tolerance);
        expect(compareMoney(lowest, sell)).toBeLessThanOrEqual(0);
        expect(compareMoney(highest, buy)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('that is reported with its side and bounds', () => {
    const limits = priceLimits(price('1394.5'), price('0.01'), tolerance);
    expect(() => refuseBeyondLimit(price('0.01'), limits)).toThrow(
      expect.objectContaining({
        code: 'PRICE_BEYOND_LIMIT',
        details: { side: 'sell', price: '0.01', lowest: '1387.5275', highest: '0.01' },
      }),
    );
    expect(() => refuseBeyondLimit(price('1394.5'), { ...limits, highest: price('1394.5') })).not.toThrow();
  });
});
