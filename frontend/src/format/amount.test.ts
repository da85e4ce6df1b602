import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { describe, expect, it } from 'vitest';
import { formatKrw, formatPrice, formatRate, formatUsdt, usdtParts } from './amount.ts';

describe('formatted amounts', () => {
  it('have 4 decimals and grouped thousands in both languages', () => {
    expect(formatUsdt('1416.4306' as Usdt, 'ko')).toBe('1,416.4306');
    expect(formatUsdt('0.5000' as Usdt, 'en')).toBe('0.5000');
  });

  it('keep every digit of a sum that a float would round', () => {
    expect(formatUsdt('9007199254740993.1234' as Usdt, 'ko')).toBe('9,007,199,254,740,993.1234');
    expect(formatKrw('9007199254740993' as Krw, 'ko')).toBe('9,007,199,254,740,993');
  });

  it('have a real minus sign', () => {
    expect(formatUsdt('-1416.4306' as Usdt, 'ko')).toBe('−1,416.4306');
    expect(formatKrw('-1416' as Krw, 'en')).toBe('−1,416');
  });

  it('are split into whole part and decimals', () => {
    expect(usdtParts('1234567.0001' as Usdt, 'ko')).toEqual({ whole: '1,234,567', fraction: '.0001' });
  });

  it('of won have decimals only if needed', () => {
    expect(formatKrw('1234567' as Krw, 'ko')).toBe('1,234,567');
    expect(formatPrice('1411.5' as Price, 'ko')).toBe('1,411.5');
  });

  it('of a fee rate are a percentage without trailing zeros', () => {
    expect(formatRate('0.01' as Rate, 'ko')).toBe('1%');
    expect(formatRate('0.0025' as Rate, 'en')).toBe('0.25%');
  });
});
