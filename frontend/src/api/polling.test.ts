import { afterEach, expect, it } from 'vitest';
import { pollEveryMs, pollUnlessPushed, setPushed } from './polling.ts';

const fine = { state: { error: null } };
const failed = { state: { error: new Error('no answer') } };

afterEach(() => setPushed(false));

it('polls every 3 seconds unless changes are pushed', () => {
  expect(pollUnlessPushed()(fine)).toBe(pollEveryMs);
  expect(pollUnlessPushed(15_000)(fine)).toBe(15_000);
  setPushed(true);
  expect(pollUnlessPushed()(fine)).toBe(false);
});

it('retries a failed fetch after a push, since the push is not repeated', () => {
  setPushed(true);
  expect(pollUnlessPushed()(failed)).toBe(pollEveryMs);
});
