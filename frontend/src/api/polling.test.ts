import { afterEach, expect, it } from 'vitest';
import { pollEveryMs, pollUnlessPushed, setPushed } from './polling.ts';

const fine = { state: { error: null } };
const failed = { state: { error: new Error('no answer') } };

afterEach(() => setPushed(false));

it('a screen asks every 3 seconds while nobody tells it what changes, and rests while somebody does', () => {
  expect(pollUnlessPushed()(fine)).toBe(pollEveryMs);
  expect(pollUnlessPushed(15_000)(fine)).toBe(15_000);
  setPushed(true);
  expect(pollUnlessPushed()(fine)).toBe(false);
});

it('what could not be fetched when it was told of is asked for again, since it is not told twice', () => {
  setPushed(true);
  expect(pollUnlessPushed()(failed)).toBe(pollEveryMs);
});
