import { expect, test } from 'vitest';
import { createShownRows } from './shown-rows.ts';

const refused = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' });

test('counts different rows by person and hour, all of a page or none', () => {
  let ms = 0;
  const shown = createShownRows([{ most: 3, seconds: 3_600 }], () => ms);
  shown.take('one', ['a', 'b']);
  shown.take('one', ['b', 'a']);
  expect(() => shown.take('one', ['c', 'd'])).toThrow(refused);
  shown.take('one', ['c']);
  shown.take('one', ['a', 'b', 'c']);
  shown.take('another', ['d', 'e', 'f']);
  ms = 3_599_000;
  expect(() => shown.take('one', ['d'])).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
  ms = 3_600_000;
  shown.take('one', ['d', 'e', 'f']);
});

test('who stays below the limit of an hour is stopped by that of a day in Korea; what one refuses, the other does not count', () => {
  let ms = 0;
  const limits = [
    { most: 2, seconds: 3_600 },
    { most: 3, seconds: 86_400 },
  ];
  const shown = createShownRows(limits, () => ms);
  shown.take('one', ['a', 'b']);
  expect(() => shown.take('one', ['c'])).toThrow(refused);
  ms = 3_600_000;
  expect(() => shown.take('one', ['c', 'd'])).toThrow(expect.objectContaining({ retryAfterSeconds: 50_400 }));
  shown.take('one', ['c', 'a']);
  // Midnight in Korea.
  ms = 15 * 3_600_000;
  shown.take('one', ['d', 'e']);
});
