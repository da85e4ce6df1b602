import { expect, test } from 'vitest';
import { CheckpointMoved } from '../checkpoint.ts';
import { delayAfter } from './feed.ts';

test('the delays before a retry grow to half a minute, and do not after a checkpoint was moved', () => {
  expect([1, 2, 3, 6, 7, 2_000].map((failures) => delayAfter(new Error('failed'), failures))).toEqual([
    500, 1_000, 2_000, 16_000, 30_000, 30_000,
  ]);
  expect(delayAfter(new CheckpointMoved('read_stats'), 7)).toBe(10);
});
