import { expect, test, vi } from 'vitest';
import { isUserActive, watchUserActivity } from './user-activity.ts';

test.each([
  ['a minute later', 61_000],
  ['once the clock is set back', -3_600_000],
])('the user is not active any more %s', (_when, ms) => {
  const target = new EventTarget();
  vi.stubGlobal('window', target);
  watchUserActivity(() => undefined);
  target.dispatchEvent(new Event('keydown'));
  expect(isUserActive()).toBe(true);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
  expect(isUserActive()).toBe(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
