import type { Price } from '@matgyo/contracts/money';
import { describe, expect, it } from 'vitest';
import { priceAtStartOfToday } from './price.ts';

const point = (price: string, setAt: string) => ({ price: price as Price, setAt });

describe('the price to compare today with', () => {
  const newestFirst = [
    point('1412', '2026-11-20T00:12:00.000Z'),
    point('1410', '2026-11-19T15:00:00.000Z'),
    point('1405', '2026-11-19T14:59:00.000Z'),
    point('1400', '2026-11-18T03:00:00.000Z'),
  ];

  it('is the last one before midnight in Korea', () => {
    expect(priceAtStartOfToday(newestFirst, '2026-11-20T03:00:00.000Z')?.price).toBe('1405');
  });

  it('is undefined if all known prices are of today', () => {
    expect(priceAtStartOfToday(newestFirst.slice(0, 2), '2026-11-20T03:00:00.000Z')).toBeUndefined();
  });
});
