import { expect, it } from 'vitest';
import { faultOfDays, isDay } from './days.ts';

it.each([
  ['2026-11-30', true],
  ['2026-11-31', false],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it.each([
  ['2026-11-01', '2026-11-01', undefined],
  ['2026-11-20', '', undefined],
  ['2026-11-31', '', 'noSuchDay'],
  ['2026-11-20', '2026-11-10', 'order'],
])('the fault of %s to %s is %s', (from, to, fault) => {
  expect(faultOfDays(from, to)).toBe(fault);
});
