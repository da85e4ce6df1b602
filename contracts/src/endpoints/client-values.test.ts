import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { errorCodes, errorTextOf } from '../errors/index.ts';
import {
  clientFill,
  clientFillPrice,
  clientKrw,
  clientRate,
  clientUsdt,
  newPriceClaim,
  orderIdClaim,
  tradeIdClaim,
} from './client-values.ts';

/** What a schema makes of an input: the value, or the code of the rule it breaks. */
function judged(schema: z.ZodType, input: unknown): unknown {
  const result = schema.safeParse(input);
  return result.success ? result.data : result.error.issues.map(({ message }) => message).join();
}

/** Everything somebody may send for a number that is none, or none of ours. */
const noFigures = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  '',
  ' ',
  '-1',
  -1,
  '1e400',
  '0x10',
  '1,000',
  'abc',
  [],
  {},
  true,
  `0.${'1'.repeat(100)}`,
  '9'.repeat(100),
];

describe('a figure is refused by the rule it breaks, never for its shape', () => {
  test.each(noFigures)('%j', (input) => {
    expect(judged(clientKrw, input)).toBe('KRW_NOT_POSITIVE');
    expect(judged(clientRate, input)).toBe('USDT_NOT_POSITIVE');
    expect(judged(clientUsdt, input)).toBe('USDT_NOT_POSITIVE');
    expect(judged(clientFill, input)).toBe('USDT_NOT_POSITIVE');
    expect(judged(clientFillPrice, input)).toBe('PRICE_INVALID');
    expect(judged(newPriceClaim, input)).toMatch(/^PRICE_(REQUIRED|INVALID)$/);
  });

  test('zero is no amount and no price', () => {
    for (const zero of [0, '0', '0.0000']) {
      expect(judged(clientKrw, zero)).toBe('KRW_NOT_POSITIVE');
      expect(judged(clientUsdt, zero)).toBe('USDT_NOT_POSITIVE');
      expect(judged(newPriceClaim, zero)).toBe('PRICE_INVALID');
    }
  });

  test('what is left out is refused where it is needed, and nothing where it may be left out', () => {
    expect(judged(clientKrw, undefined)).toBe('KRW_NOT_POSITIVE');
    expect(judged(clientUsdt, undefined)).toBe('USDT_NOT_POSITIVE');
    expect(judged(newPriceClaim, undefined)).toBe('PRICE_REQUIRED');
    expect(judged(clientFill, undefined)).toBe(undefined);
    expect(judged(clientFillPrice, undefined)).toBe(undefined);
  });
});

test('JSON numbers and decimal strings mean the same, and come out as canonical strings', () => {
  expect([judged(clientKrw, 1_000_000), judged(clientKrw, '1000000.00')]).toEqual(['1000000', '1000000']);
  expect([judged(clientRate, 1400.5), judged(clientRate, '1400.50')]).toEqual(['1400.5', '1400.5']);
  expect([judged(clientFill, 1.5), judged(clientFill, '1.5')]).toEqual(['1.5000', '1.5000']);
});

test("the client's own USDT figure keeps the decimals it was computed with, to be compared", () => {
  expect(judged(clientUsdt, 714.285714)).toBe('714.285714');
});

describe('an id that somebody pasted', () => {
  const id = 'abcdef0123456789abcdef01';

  test('is trimmed and taken', () => {
    expect(judged(orderIdClaim('MATCH_NEEDS_TWO_ORDERS'), ` ${id}\n`)).toBe(id);
    expect(judged(tradeIdClaim, id)).toBe(id);
  });

  test.each([undefined, null, '', '  ', 7, []])('missing (%j) is told as what is missing', (input) => {
    expect(judged(orderIdClaim('MATCH_NEEDS_TWO_ORDERS'), input)).toBe('MATCH_NEEDS_TWO_ORDERS');
  });

  test.each(['nope', id.toUpperCase(), `${id}0`, `${id.slice(1)}g`])('%s is simply not there', (input) => {
    expect(judged(orderIdClaim('MATCH_NEEDS_TWO_ORDERS'), input)).toBe('ORDER_NOT_FOUND');
    expect(judged(tradeIdClaim, input)).toBe('TRADE_NOT_FOUND');
  });
});

test('every rule a claim names is in the catalogue, with the words the specification gives', () => {
  for (const code of ['KRW_NOT_POSITIVE', 'USDT_NOT_POSITIVE', 'PRICE_REQUIRED', 'ORDER_NOT_FOUND'] as const)
    expect(errorCodes).toContain(code);
  const words = (code: (typeof errorCodes)[number]) => errorTextOf(code).en;
  expect(words('KRW_NOT_POSITIVE')).toBe('Please enter a valid KRW amount greater than 0.');
  expect(words('USDT_NOT_POSITIVE')).toBe('USDT amount must be greater than 0.');
  expect(words('USDT_MISMATCH')).toBe('USDT amount does not match KRW amount and rate.');
  expect(words('SAME_ACCOUNT')).toBe('These orders were created from the same account.');
  expect(words('MATCH_NEEDS_TWO_ORDERS')).toBe('input buyer Order ID');
  expect(words('ORDER_NOT_FOUND')).toBe(' Order ID not found. Please try again.');
  expect(words('PRICE_REQUIRED')).toBe('Insert price');
});
