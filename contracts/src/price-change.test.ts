import { describe, expect, it } from 'vitest';
import type { Price } from './money.ts';
import { furthestFrom, movesBeyond, priceChange } from './price-change.ts';

const change = (earlier: string, later: string) => priceChange(earlier as Price, later as Price);

describe('the change between two prices', () => {
  it('has direction, difference and per cent of the earlier price', () => {
    expect(change('1405', '1412')).toEqual({ direction: 'up', difference: '7', percent: '0.50' });
    expect(change('1412', '1409')).toEqual({ direction: 'down', difference: '3', percent: '0.21' });
  });

  it('is exact for half won', () => {
    expect(change('1411.5', '1412')).toEqual({ direction: 'up', difference: '0.5', percent: '0.04' });
  });

  it('is none between equal prices in different notations', () => {
    expect(change('1412.0', '1412').direction).toBe('same');
  });
});

describe('a move of the price', () => {
  const beyond = (from: string, to: string, percent = '5') =>
    movesBeyond(from as Price, to as Price, percent);
  it('is beyond a limit when it is more than that share of the earlier price, to the last digit', () => {
    expect([beyond('1000', '1050'), beyond('1000', '1050.0001')]).toEqual([false, true]);
    expect([beyond('1000', '950'), beyond('1000', '949.9999')]).toEqual([false, true]);
    expect([beyond('9999999.9999', '1', '99.9999'), beyond('3', '3', '0')]).toEqual([true, false]);
  });
  it('is measured from the price that it moves furthest from by its share', () => {
    expect(furthestFrom(['1000', '1500', '1190'] as Price[], '1190' as Price)).toBe('1500');
    expect(furthestFrom(['1000', '1500'] as Price[], '1240' as Price)).toBe('1000');
    expect(furthestFrom([], '1240' as Price)).toBeUndefined();
  });
});
