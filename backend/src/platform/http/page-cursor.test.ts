import { expect, test } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor, merged } from './page-cursor.ts';

const key = z.tuple([z.int(), z.iso.datetime(), z.string()]);
const at = '2026-01-02T03:04:05.678Z';

test('a cursor decodes to its key', () => {
  expect(decodeCursor(key, encodeCursor([7, at, 'a']))).toEqual([7, at, 'a']);
  expect(decodeCursor(key, undefined)).toBe(undefined);
});

test.each([
  ['a number beyond the integers of the database', [2 ** 31, at, 'a']],
  ['one below them', [-(2 ** 31), at, 'a']],
  ['a time in the year 0, which the database does not have', [7, '0000-01-01T00:00:00Z', 'a']],
  ['a NUL character', [7, at, '\u0000']],
  ['another shape', [7, at]],
])('%s is refused before it reaches the database', (_, forged) => {
  expect(() => decodeCursor(key, encodeCursor(forged))).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST' }),
  );
});

test('malformed text is refused', () => {
  expect(() => decodeCursor(key, 'ÿ')).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
});

test('rows of several queries are put in the order of the list, each once', () => {
  const row = (open: boolean, day: number, id: string) => ({ open, at: new Date(2026, 0, day), id });
  const rows = [
    row(true, 1, 'b'),
    row(false, 2, 'c'),
    row(true, 1, 'a'),
    row(true, 3, 'd'),
    row(false, 2, 'c'),
  ];
  const keyOf = ({ open, at, id }: (typeof rows)[number]) => [open, at, id];
  const idsBy = (order: 'asc' | 'desc' | readonly ('asc' | 'desc')[]) =>
    merged(rows, { columns: [], order, keyOf }).map(({ id }) => id);
  expect(idsBy('asc')).toEqual(['c', 'a', 'b', 'd']);
  expect(idsBy('desc')).toEqual(['d', 'b', 'a', 'c']);
  expect(idsBy(['asc', 'desc', 'desc'])).toEqual(['c', 'd', 'b', 'a']);
});
