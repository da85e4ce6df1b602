import { expect, test } from 'vitest';
import { progressLine } from './progress.ts';

test('shows progress, rate and remaining time', () => {
  expect(progressLine({ what: 'events', done: 10_000, total: 20_000, elapsedMs: 400 })).toBe(
    '[############------------]   50 %  10,000 of 20,000 events  25,000/s  1 s left',
  );
});

test('shows 100 % for an empty log', () => {
  expect(progressLine({ what: 'events', done: 0, total: 0, elapsedMs: 0 })).toContain('100 %  0 of 0 events');
});

test('never shows 100 % before the end', () => {
  expect(progressLine({ what: 'events', done: 9_999, total: 10_000, elapsedMs: 1_000 })).toContain(' 99 %');
});
