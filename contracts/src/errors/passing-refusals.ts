import type { ErrorCode } from './index.ts';

/**
 * Refusals that say nothing about the command itself, so they are not kept under its key: asked again, it may well
 * succeed. STALE_REVISION is one, because the revision that was seen stands in a header (`If-Match`): a person who has looked
 * meanwhile sends the same command again with another one. Otherwise it is refused again, for no revision comes back.
 */
export const passingRefusals: ReadonlySet<ErrorCode> = new Set([
  'IN_PROGRESS',
  'TOO_MANY_REQUESTS',
  'STALE_REVISION',
  'TOO_MANY_OF_DAY',
  'TOO_MANY_PENDING',
  'LEVEL_LIMIT',
  // Others were in the way; in one append nothing was even begun.
  'RESERVE_TIMED_OUT',
]);
