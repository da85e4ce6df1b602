import { expect, test, vi } from 'vitest';
import { isUserActive } from './user-activity.ts';

test.each([
  ['a minute later', 61_000],
  ['once the clock is set back', -3_600_000],
])('the user is not active any more %s', (_when, ms) => {
  expect(isUserActive()).toBe(true);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
  const active = isUserActive();
  clock.mockRestore();
  expect(active).toBe(false);
});
