import { expect, test } from 'vitest';
import { writtenLevels } from './levels.ts';

test.each([
  [
    true,
    [
      [0, '1000'],
      [1, '1000'],
      [2, null],
    ],
  ],
  [false, [[1, '1000']]],
  [
    false,
    [
      [0, '1000'],
      [0, '2000'],
    ],
  ],
  [
    false,
    [
      [0, '1000'],
      [1, '999'],
    ],
  ],
  [
    false,
    [
      [0, null],
      [1, '1000'],
    ],
  ],
])('the levels are valid: %s, if they take trades and allow won as in %j', (isValid, levels) => {
  const written = levels.map(([trades, openKrw]) => ({ trades, openKrw }));
  expect(writtenLevels.safeParse(written).success).toBe(isValid);
});
