import { expect, test } from 'vitest';
import { krwRange, krwRangeIds, krwRangeOf } from './krw-ranges.ts';
import type { Krw } from './money.ts';

test.each([
  ['9999.9999', undefined],
  ['10000', '10000-30000'],
  ['29999.9999', '10000-30000'],
  ['30000', '30000-50000'],
  ['999999', '500000-1000000'],
  ['1000000', '500000-1000000'],
  ['1000000.0001', 'above-1000000'],
] as const)('%s won are in one range at most: %s', (krw, range) => {
  expect(krwRangeOf(krw as Krw)).toBe(range);
});

test('has ranges without gaps', () => {
  const ranges = krwRangeIds.map(krwRange);
  ranges.slice(1).forEach(({ from }, index) => {
    const before = ranges[index]?.to;
    expect(before?.krw).toBe(from.krw);
    expect(before?.included).toBe(!from.included);
  });
  expect(ranges.at(-1)?.to).toBeNull();
});
