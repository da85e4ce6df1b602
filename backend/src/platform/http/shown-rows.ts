import { kstOffsetMs } from '@matgyo/contracts/kst';
import { failure } from './request-failure.ts';

/**
 * A limit on the different rows that a person is shown, for example in an hour and in a day of Korea: showing the same
 * ones again does not count. Counts in this process: of each person at most `most` keys of a period are in memory.
 */
export function createShownRows(
  limits: readonly { readonly most: number; readonly seconds: number }[],
  now: () => number = Date.now,
) {
  const periods = limits.map(({ most, seconds }) => createPeriod(most, seconds * 1000));
  return {
    /** Counts all of the rows or none. @throws RequestFailure TOO_MANY_REQUESTS with the seconds to wait */
    take(personId: string, rows: readonly string[]): void {
      const at = now() + kstOffsetMs;
      for (const keep of periods.map((period) => period(personId, rows, at))) keep();
    },
  };
}

/** Refuses rows beyond the limit; those within it are counted by the function that is returned. */
function createPeriod(most: number, lengthMs: number) {
  let current = 0;
  const shown = new Map<string, Set<string>>();
  return (personId: string, rows: readonly string[], at: number): (() => void) => {
    const period = Math.floor(at / lengthMs);
    if (period !== current) shown.clear();
    current = period;
    const before = shown.get(personId) ?? new Set();
    const added = new Set(rows.filter((row) => !before.has(row)));
    if (before.size + added.size > most)
      throw failure('TOO_MANY_REQUESTS', undefined, {
        retryAfterSeconds: ((period + 1) * lengthMs - at) / 1000,
      });
    return () => {
      for (const row of added) before.add(row);
      shown.set(personId, before);
    };
  };
}
