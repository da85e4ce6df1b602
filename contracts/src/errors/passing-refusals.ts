import type { ErrorCode } from './index.ts';

/**
 * Refusals that do not depend on the command itself, so they are not stored under its key: a repeat may succeed. This
 * includes STALE_REVISION, because the revision is in a header (`If-Match`): after viewing the new state, a person
 * sends the same command with another one. A repeat with the old revision is refused again, because revisions never
 * recur.
 */
export const passingRefusals: ReadonlySet<ErrorCode> = new Set([
  'IN_PROGRESS',
  'TOO_MANY_REQUESTS',
  'STALE_REVISION',
  'TOO_MANY_OF_DAY',
  'TOO_MANY_PENDING',
  'LEVEL_LIMIT',
  // Other commands interfered; nothing was begun.
  'RESERVE_TIMED_OUT',
]);
