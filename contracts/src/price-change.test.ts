import { describe, expect, it } from 'vitest';
import type { Price } from './money.ts';
import { priceChange } from './price-change.ts';

const change = (earlier: string, later: string) => priceChange(earlier as Price, later as Price);

describe('the move between two prices', () => {
  it('tells direction, difference and per cent of the earlier price', () => {
    expect(change('1405', '1412')).toEqual({ direction: 'up', difference: '7', percent: '0.50' });
    expect(change('1412', '1409')).toEqual({ direction: 'down', difference: '3', percent: '0.21' });
  });

  it('keeps half won exact', () => {
    expect(change('1411.5', '1412')).toEqual({ direction: 'up', difference: '0.5', percent: '0.04' });
  });

  it('is no move between equal prices, however they are written', () => {
    expect(change('1412.0', '1412').direction).toBe('same');
  });
});
