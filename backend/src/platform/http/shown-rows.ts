import { failure } from './request-failure.ts';

const hourMs = 3_600_000;

/**
 * A limit on the different rows that a person is shown in an hour: showing the same ones again does not count. Counts
 * in this process: per person at most `most` keys of an hour are in memory.
 */
export function createShownRows(most: number, now: () => number = Date.now) {
  let hour = 0;
  const shown = new Map<string, Set<string>>();
  return {
    /** Counts all of the rows or none. @throws RequestFailure TOO_MANY_REQUESTS with the seconds to wait */
    take(personId: string, rows: readonly string[]): void {
      const at = now();
      if (Math.floor(at / hourMs) !== hour) shown.clear();
      hour = Math.floor(at / hourMs);
      const before = shown.get(personId) ?? new Set();
      const after = new Set([...before, ...rows]);
      if (after.size > most)
        throw failure('TOO_MANY_REQUESTS', undefined, {
          retryAfterSeconds: ((hour + 1) * hourMs - at) / 1000,
        });
      shown.set(personId, after);
    },
  };
}
