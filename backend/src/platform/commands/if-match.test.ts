import { expect, test } from 'vitest';
import { seenRevision } from './if-match.ts';

const seen = (value: string | undefined) => seenRevision({ header: () => value });

test.each([
  ['"7"', 7],
  ['W/"7"', 7],
  ['7', 7],
  ['"0"', 0],
  [' "12" ', 12],
])('%s is revision %i', (value, revision) => {
  expect(seen(value)).toBe(revision);
});

test.each([[undefined], ['*']])('%s: no revision required', (value) => {
  expect(seen(value)).toBe(undefined);
});

test.each(['', '-1', '1.5', '"a"', '"1", "2"', '9'.repeat(10)])('%j is not a revision', (value) => {
  expect(() => seen(value)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
});
