import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { errorCodes, errorTextOf } from '../errors/index.ts';
import {
  clientFill,
  clientFillPrice,
  clientKrw,
  clientOrderId,
  clientPrice,
  clientRate,
  clientTradeId,
  clientUsdt,
  idParams,
  orderParams,
  requiredText,
  tradeParams,
} from './client-values.ts';

/** The result of parsing an input: the value, or the code of the violated rule. */
function resultOf(schema: z.ZodType, input: unknown): unknown {
  const result = schema.safeParse(input);
  return result.success ? result.data : result.error.issues.map(({ message }) => message).join();
}

/** Inputs that are not a number, or an invalid one. */
const noFigures: readonly unknown[] = [
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
  { toString: 1 },
  true,
  `0.${'1'.repeat(100)}`,
  '9'.repeat(100),
];

describe('a figure is refused by the rule it violates, never for its JSON type', () => {
  test.each(noFigures)('%j', (input) => {
    expect(resultOf(clientKrw, input)).toBe('KRW_NOT_POSITIVE');
    expect(resultOf(clientRate, input)).toBe('USDT_NOT_POSITIVE');
    expect(resultOf(clientUsdt, input)).toBe('USDT_NOT_POSITIVE');
    expect(resultOf(clientFill, input)).toBe('USDT_NOT_POSITIVE');
    expect(resultOf(clientFillPrice, input)).toBe('PRICE_INVALID');
    expect(resultOf(clientPrice, input)).toMatch(/^PRICE_(REQUIRED|INVALID)$/);
  });

  test('refuses zero as an amount and as a price', () => {
    for (const zero of [0, '0', '0.0000']) {
      expect(resultOf(clientKrw, zero)).toBe('KRW_NOT_POSITIVE');
      expect(resultOf(clientUsdt, zero)).toBe('USDT_NOT_POSITIVE');
      expect(resultOf(clientPrice, zero)).toBe('PRICE_INVALID');
    }
  });

  test('refuses missing required values, and accepts missing optional values', () => {
    expect(resultOf(clientKrw, undefined)).toBe('KRW_NOT_POSITIVE');
    expect(resultOf(clientUsdt, undefined)).toBe('USDT_NOT_POSITIVE');
    expect(resultOf(clientPrice, undefined)).toBe('PRICE_REQUIRED');
    expect(resultOf(clientFill, undefined)).toBe(undefined);
    expect(resultOf(clientFillPrice, undefined)).toBe(undefined);
  });
});

test('accepts JSON numbers and decimal strings alike, and returns canonical strings', () => {
  expect([resultOf(clientKrw, 1_000_000), resultOf(clientKrw, '1000000.00')]).toEqual(['1000000', '1000000']);
  expect([resultOf(clientRate, 1400.5), resultOf(clientRate, '1400.50')]).toEqual(['1400.5', '1400.5']);
  expect([resultOf(clientFill, 1.5), resultOf(clientFill, '1.5')]).toEqual(['1.5000', '1.5000']);
});

test("keeps the decimals of the client's USDT figure for the comparison", () => {
  expect(resultOf(clientUsdt, 714.285714)).toBe('714.285714');
});

describe('a pasted id', () => {
  const id = 'abcdef0123456789abcdef01';

  test('is trimmed and accepted', () => {
    expect(resultOf(clientOrderId('MATCH_NEEDS_TWO_ORDERS'), ` ${id}\n`)).toBe(id);
    expect(resultOf(clientTradeId, id)).toBe(id);
  });

  test.each([undefined, null, '', '  ', 7, []])('missing (%j) is reported as missing', (input) => {
    expect(resultOf(clientOrderId('MATCH_NEEDS_TWO_ORDERS'), input)).toBe('MATCH_NEEDS_TWO_ORDERS');
  });

  test.each(['nope', id.toUpperCase(), `${id}0`, `${id.slice(1)}g`])('%s is not found', (input) => {
    expect(resultOf(clientOrderId('MATCH_NEEDS_TWO_ORDERS'), input)).toBe('ORDER_NOT_FOUND');
    expect(resultOf(clientTradeId, input)).toBe('TRADE_NOT_FOUND');
  });
});

test("finds every error code of these schemas in the catalogue, with the specification's texts", () => {
  for (const code of ['KRW_NOT_POSITIVE', 'USDT_NOT_POSITIVE', 'PRICE_REQUIRED', 'ORDER_NOT_FOUND'] as const)
    expect(errorCodes).toContain(code);
  const textOf = (code: (typeof errorCodes)[number]) => errorTextOf(code).en;
  expect(textOf('KRW_NOT_POSITIVE')).toBe('Please enter a valid KRW amount greater than 0.');
  expect(textOf('USDT_NOT_POSITIVE')).toBe('USDT amount must be greater than 0.');
  expect(textOf('USDT_MISMATCH')).toBe('USDT amount does not match KRW amount and rate.');
  expect(textOf('SAME_ACCOUNT')).toBe('These orders were created from the same account.');
  expect(textOf('MATCH_NEEDS_TWO_ORDERS')).toBe('input buyer Order ID');
  expect(textOf('ORDER_NOT_FOUND')).toBe(' Order ID not found. Please try again.');
  expect(textOf('PRICE_REQUIRED')).toBe('Insert price');
});

test('refuses an invalid id in a path as not found', () => {
  for (const id of ['', 'g'.repeat(24), 'a'.repeat(25), undefined]) {
    expect(resultOf(tradeParams, { id })).not.toEqual({ id });
    expect(resultOf(idParams('CASE_NOT_FOUND'), { id })).not.toEqual({ id });
  }
  expect(resultOf(orderParams, { id: 'x' })).toBe('ORDER_NOT_FOUND');
  expect(resultOf(tradeParams, { id: 'x' })).toBe('TRADE_NOT_FOUND');
  expect(resultOf(idParams('CASE_NOT_FOUND'), { id: 'x' })).toBe('CASE_NOT_FOUND');
  expect(resultOf(idParams('CASE_NOT_FOUND'), { id: 'a'.repeat(24) })).toEqual({ id: 'a'.repeat(24) });
});

test('requires a text that can be seen, and limits its length without what cannot', () => {
  const text = requiredText('STATEMENT_REQUIRED', 3, 'STATEMENT_TOO_LONG');
  for (const missing of [undefined, 1, '', ' \u200b '])
    expect(resultOf(text, missing)).toBe('STATEMENT_REQUIRED');
  expect(resultOf(text, ' abc\u200b ')).toBe('abc');
  expect(resultOf(text, 'abcd')).toBe('STATEMENT_TOO_LONG');
});
