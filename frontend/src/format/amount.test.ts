import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { describe, expect, it } from 'vitest';
import { formatDecimals, formats } from './amount.ts';

describe('formatted amounts', () => {
  it('have 4 decimals and grouped thousands in both languages', () => {
    expect(formats.ko.formatUsdt('1416.4306' as Usdt)).toBe('1,416.4306');
    expect(formats.en.formatUsdt('0.5000' as Usdt)).toBe('0.5000');
  });

  it('keep every digit of a sum that a float would round', () => {
    expect(formats.ko.formatUsdt('9007199254740993.1234' as Usdt)).toBe('9,007,199,254,740,993.1234');
    expect(formats.ko.formatKrw('9007199254740993' as Krw)).toBe('9,007,199,254,740,993');
  });

  it('are rounded half up on the digits themselves', () => {
    expect(formatDecimals('812.5250', 'ko', 2, 2)).toBe('812.53');
    expect(formatDecimals('9999999999999999.9950', 'en', 2, 2)).toBe('10,000,000,000,000,000.00');
  });

  it('have a real minus sign, but a zero has none', () => {
    expect(formats.ko.formatUsdt('-1416.4306' as Usdt)).toBe('−1,416.4306');
    expect(formats.en.formatKrw('-1416' as Krw)).toBe('−1,416');
    expect(formats.ko.formatUsdt('-0.0000' as Usdt)).toBe('0.0000');
  });

  it('of won have decimals only if needed', () => {
    expect(formats.ko.formatKrw('1234567' as Krw)).toBe('1,234,567');
    expect(formats.ko.formatPrice('1411.5' as Price)).toBe('1,411.5');
  });

  it('of a fee rate are a percentage without trailing zeros', () => {
    expect(formats.ko.formatRate('0.01' as Rate)).toBe('1%');
    expect(formats.en.formatRate('0.0025' as Rate)).toBe('0.25%');
  });
});
