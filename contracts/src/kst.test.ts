import { expect, test } from 'vitest';
import { kstDay } from './kst.ts';
import { monthBefore } from './month-before.ts';

test.each([
  ['2026-01-31T14:59:59.999Z', '2026-01-31'],
  ['2026-01-31T15:00:00.000Z', '2026-02-01'],
  ['2025-12-31T15:00:00.000Z', '2026-01-01'],
  ['2026-01-01T00:00:00.000+09:00', '2026-01-01'],
])('%s is %s in Korea', (at, day) => {
  expect(kstDay(at)).toBe(day);
});

test.each([
  ['in the first minute of a month', '2026-03-01T00:00:30+09:00', '2026-01'],
  ['after it', '2026-03-01T00:01:01+09:00', '2026-02'],
])('the month before is one that a report can be of: %s', (_when, at, month) => {
  const { before, after } = monthBefore(at);
  expect(kstDay(after).slice(0, 7)).toBe(month);
  expect(new Date(Date.parse(before) + 1).toISOString()).toBe(monthStart(month));
});

const monthStart = (month: string) => new Date(`${month}-01T00:00:00+09:00`).toISOString();
