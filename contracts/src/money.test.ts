import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addUsdt,
  clientUsdtAgrees,
  type Krw,
  krwFor,
  type Price,
  parseKrw,
  parsePrice,
  parseRate,
  parseUsdt,
  subtractUsdt,
  type Usdt,
  usdtFor,
} from './money.ts';

const usdt = (text: string) => text as Usdt;
const krw = (text: string) => text as Krw;
const price = (text: string) => text as Price;

describe('reading money', () => {
  test.each([
    ['714.2857', '714.2857'],
    ['714', '714.0000'],
    [714.2857, '714.2857'],
    ['0007.5', '7.5000'],
    [0, '0.0000'],
  ])('%j is %s USDT', (input, expected) => {
    expect(parseUsdt(input)).toBe(expected);
  });

  test.each([
    ['seven decimals', '0.0000001'],
    ['a sign', '-1'],
    ['an exponent', '1e3'],
    ['a number written with an exponent', 1e21],
    ['infinity, as 1e400 is read', Number.POSITIVE_INFINITY],
    ['no number', Number.NaN],
    ['a hundred decimals', `0.${'1'.repeat(100)}`],
    ['digits of another script', '١٢'],
    ['spaces', ' 1 '],
    ['separators', '1,000'],
    ['nothing', ''],
    ['null', null],
    ['an object that says it is 1', { toString: () => '1' }],
    ['an array', ['1']],
    ['true', true],
  ])('%s is no money', (_, input) => {
    for (const parse of [parseUsdt, parseKrw, parsePrice, parseRate]) expect(parse(input)).toBeUndefined();
  });

  test('refuses five decimals in an amount or a price', () => {
    for (const parse of [parseUsdt, parseKrw, parsePrice]) expect(parse('1.00001')).toBeUndefined();
  });

  test('accepts won up to 1조, a price above 0, a rate from 0 to below 1', () => {
    expect(parseKrw('1000000000000')).toBe('1000000000000');
    expect(parseKrw('1000000000000.0001')).toBeUndefined();
    expect(parseKrw(0)).toBe('0');
    expect(parsePrice('1385.5')).toBe('1385.5');
    expect(parsePrice('0')).toBeUndefined();
    expect(parsePrice('10000000.5')).toBeUndefined();
    expect(parseRate('0')).toBe('0');
    expect(parseRate('0.01')).toBe('0.01');
    expect(parseRate('1')).toBeUndefined();
  });

  test('reads its own output unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 }), (units) => {
        const text = `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`;
        const parsed = parseUsdt(text);
        expect(parsed).toBe(text);
        expect(parseUsdt(parsed)).toBe(parsed);
      }),
    );
  });
});

describe('computing money', () => {
  test('USDT = KRW / price, half up to 4 decimals', () => {
    expect(usdtFor(krw('1000000'), price('1400'))).toBe('714.2857');
    expect(usdtFor(krw('1'), price('20000'))).toBe('0.0001');
    expect(usdtFor(krw('1'), price('20001'))).toBe('0.0000');
  });

  test('won of a fill = amount × price, half up to whole won', () => {
    expect(krwFor(usdt('714.2857'), price('1400'))).toBe('1000000');
    expect(krwFor(usdt('0.0001'), price('5000'))).toBe('1');
    expect(krwFor(usdt('0.0001'), price('4999'))).toBe('0');
  });

  test('never uses floats: 0.1 + 0.2 is 0.3', () => {
    expect(addUsdt(usdt('0.1000'), usdt('0.2000'))).toBe('0.3000');
    expect(addUsdt(...Array.from({ length: 10 }, () => usdt('0.1000')))).toBe('1.0000');
  });

  test('refuses to subtract more than there is', () => {
    expect(subtractUsdt(usdt('1.0000'), usdt('1.0000'))).toBe('0.0000');
    expect(() => subtractUsdt(usdt('1.0000'), usdt('1.0001'))).toThrow(RangeError);
  });

  test('accepts a client’s figure within 0.01, limits included', () => {
    const computed = usdt('714.2857');
    expect(clientUsdtAgrees('714.2957', computed)).toBe(true);
    expect(clientUsdtAgrees('714.2757', computed)).toBe(true);
    expect(clientUsdtAgrees('714.2958', computed)).toBe(false);
    expect(clientUsdtAgrees(714.2857142857143, computed)).toBe(true);
    expect(clientUsdtAgrees('about 714', computed)).toBeUndefined();
  });
});

describe('the won of many fills', () => {
  const amountOf = (units: number) =>
    usdt(`${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`);
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const manyUnits = fc.array(fc.integer({ min: 1, max: 50_000 }), {
    minLength: 1,
    maxLength: 1_000,
    size: 'max',
  });
  const priceUnits = fc.oneof(
    fc.integer({ min: 1, max: 200_000_000 }),
    fc.constantFrom(14_000_000, 13_995_000),
  );
  const priceOf = (units: number) => parsePrice(String(amountOf(units))) as Price;

  test('n fills differ from their exact value by at most half a won each, at any prices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50_000 }), priceUnits), {
          maxLength: 1_000,
          size: 'max',
        }),
        (fills) => {
          let gained = 0n;
          for (const [units, at] of fills)
            gained +=
              BigInt(krwFor(amountOf(units), priceOf(at))) * 100_000_000n - BigInt(units) * BigInt(at);
          const bound = BigInt(fills.length) * 50_000_000n;
          expect(gained <= bound && gained >= -bound, `${gained} of ${bound}`).toBe(true);
        },
      ),
    );
  });

  test('n fills at one price differ from a single fill by at most ⌊n / 2⌋ won', () => {
    fc.assert(
      fc.property(manyUnits, priceUnits, (units, at) => {
        const paid = sumOf(units.map((one) => Number(krwFor(amountOf(one), priceOf(at)))));
        const whole = Number(krwFor(amountOf(sumOf(units)), priceOf(at)));
        expect(Math.abs(paid - whole)).toBeLessThanOrEqual(Math.floor(units.length / 2));
      }),
    );
  });

  test('the bound is tight: a thousand fills reach it in both directions', () => {
    const thousand = (amount: string, at: string) => 1_000 * Number(krwFor(usdt(amount), price(at)));
    expect([thousand('0.0005', '1000'), krwFor(usdt('0.5000'), price('1000'))]).toEqual([1_000, '500']);
    expect([thousand('1.0000', '1.4999'), krwFor(usdt('1000.0000'), price('1.4999'))]).toEqual([
      1_000,
      '1500',
    ]);
  });
});
