import { describe, expect, test } from 'vitest';
import { ledgerIdFrom, ledgerIdPattern, newLedgerId, type OrderId, orderCode } from './ids.ts';
import type { Usdt } from './money.ts';

describe('ids', () => {
  test('are 8 hex characters of time and 16 random ones', () => {
    expect(ledgerIdFrom(Date.UTC(2026, 0, 1), 'ab'.repeat(8))).toBe('6955b900abababababababab');
    expect(newLedgerId(Date.now())).toMatch(ledgerIdPattern);
  });

  test('sort by time', () => {
    const earlier = ledgerIdFrom(1_700_000_000_000, 'f'.repeat(16));
    const later = ledgerIdFrom(1_700_000_001_000, '0'.repeat(16));
    expect(earlier < later).toBe(true);
  });

  test('take exactly 16 random characters', () => {
    expect(() => ledgerIdFrom(0, 'ab'.repeat(7))).toThrow(RangeError);
  });
});

test('an order code is the side, the whole USDT and the id from its 17th character on', () => {
  const id = '671f3a0c00000000deadbeef' as OrderId;
  expect(orderCode('sell', '714.2857' as Usdt, id)).toBe('Sell714-deadbeef');
  expect(orderCode('buy', '0.5000' as Usdt, id)).toBe('Buy0-deadbeef');
});
