import { expect, test } from 'vitest';
import { kstDay } from './kst.ts';

test.each([
  ['2026-01-31T14:59:59.999Z', '2026-01-31'],
  ['2026-01-31T15:00:00.000Z', '2026-02-01'],
  ['2025-12-31T15:00:00.000Z', '2026-01-01'],
  ['2026-01-01T00:00:00.000+09:00', '2026-01-01'],
])('%s is %s in Korea', (at, day) => {
  expect(kstDay(at)).toBe(day);
});
