import { afterEach, expect, it } from 'vitest';
import { pollEveryMs, pollUnlessPushed, setPushed } from './queries.ts';

const succeeded = { state: { error: null } };
const failed = { state: { error: new Error('no answer') } };

afterEach(() => setPushed(false));

it('polls every 3 seconds unless changes are pushed', () => {
  expect(pollUnlessPushed()(succeeded)).toBe(pollEveryMs);
  expect(pollUnlessPushed(15_000)(succeeded)).toBe(15_000);
  setPushed(true);
  expect(pollUnlessPushed()(succeeded)).toBe(false);
});

it('retries a failed fetch after a push, since the push is not repeated', () => {
  setPushed(true);
  expect(pollUnlessPushed()(failed)).toBe(pollEveryMs);
});
