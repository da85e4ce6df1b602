import type { Usdt } from '@matgyo/contracts/money';
import { expect, it } from 'vitest';
import { partOf } from './ruling-fields.tsx';

it.each([
  ['', undefined],
  ['1,234.5', '1234.5000'],
  ['1234.5', '1234.5000'],
  ['2,000', undefined],
  ['2000.0001', 'wrong'],
  ['1,5', 'wrong'],
  ['0', 'wrong'],
  ['all', 'wrong'],
])('of a match of 2,000 USDT, %j completes %j', (typed, part) => {
  expect(partOf(typed, { amount: '2000.0000' as Usdt })).toBe(part);
});
