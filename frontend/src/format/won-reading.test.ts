import type { Krw } from '@matgyo/contracts/money';
import { describe, expect, it } from 'vitest';
import { readWon } from './won-reading.ts';

const ko = (won: string) => readWon(won as Krw, 'ko');
const en = (won: string) => readWon(won as Krw, 'en');

describe('won amounts in words', () => {
  it.each([
    ['0', '0원'],
    ['1', '1원'],
    ['9999', '9,999원'],
    ['10000', '1만원'],
    ['1234567', '123만 4,567원'],
    ['100000000', '1억원'],
    ['100000001', '1억 1원'],
    ['120034005678', '1,200억 3,400만 5,678원'],
    ['1000000000000', '1조원'],
  ])('%s is %s in Korean, by ten thousands', (won, expected) => {
    expect(ko(won)).toBe(expected);
  });

  it.each([
    ['0', '0 won'],
    ['300000', '300,000 won'],
    ['1000000', '1 million won'],
    ['1234567', '1.234567 million won'],
    ['492600000', '492.6 million won'],
    ['1000000001', '1.000000001 billion won'],
    ['1000000000000', '1 trillion won'],
    ['2500000000000000', '2,500 trillion won'],
  ])('%s is %s in English, in the largest unit', (won, expected) => {
    expect(en(won)).toBe(expected);
  });

  it('omits a group of zeros between others', () => {
    expect(ko('1000000500')).toBe('10억 500원');
  });
});
