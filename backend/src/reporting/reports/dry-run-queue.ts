import { setTimeout } from 'node:timers/promises';
import { monthBefore } from '@matgyo/contracts/month-before';
import { LruCache } from '@matgyo/event-store/lru-cache';
import type { TwoAsOfPoints } from '@matgyo/projections/reports/as-of-points-between';
import type { DryRunProgress } from '@matgyo/projections/reports/fees-dry-run';
import { failure } from '../../platform/http/request-failure.ts';

/** The most recent results of each kind, so that screen and file share one run. */
const cachedMax = 8;
const currentForMs = 10_000;
const answerAfterMs = 1_000;
/** Running and waiting dry runs of all callers. */
const unfinishedMax = 8;

export interface DryRuns<Query, Result> {
  /** Starts a dry run or waits for it: returns the result, or after a second the progress. */
  look(query: Query): Promise<DryRunProgress & { readonly dryRun: Result | null }>;
  result(query: Query): Promise<Result>;
}

interface Run<Result> {
  progress: DryRunProgress;
  endedAtMs?: number;
  readonly ended: Promise<Result>;
}

type DryRunFunction<Query, Result> = (
  query: Query,
  onProgress: (progress: DryRunProgress) => void,
) => Promise<Result>;

/**
 * Runs dry runs of all kinds one at a time, because they share the processor with trading. `now`: milliseconds
 * since 1970.
 */
export function createDryRunQueue(now: () => number) {
  let queue: Promise<unknown> = Promise.resolve();
  let unfinished = 0;

  return function dryRunsOf<Query extends { readonly after?: string | undefined }, Result>(
    dryRun: DryRunFunction<Query, Result>,
  ): DryRuns<Query, Result> {
    const runs = new LruCache<Run<Result>>(cachedMax);

    function runOf(query: Query): Run<Result> {
      const key = JSON.stringify(query);
      const known = runs.get(key);
      // A result "up to now" is soon outdated.
      const age = Math.abs(now() - (known?.endedAtMs ?? now()));
      const isPast = query.after === undefined && age > currentForMs;
      if (known !== undefined && !isPast) return known;
      if (unfinished >= unfinishedMax)
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 10 });
      unfinished += 1;
      const ended = queue.then(() => dryRun(query, (progress) => (run.progress = progress)));
      const run: Run<Result> = { progress: { done: 0, total: 0 }, ended };
      // A failed run is tried again at the next request.
      queue = ended
        .then(
          () => {
            run.endedAtMs = now();
          },
          () => runs.delete(key),
        )
        .finally(() => {
          unfinished -= 1;
        });
      runs.set(key, run);
      return run;
    }

    return {
      async look(query) {
        const run = runOf(query);
        const answered = new AbortController();
        const late = setTimeout(answerAfterMs, null, { signal: answered.signal }).catch(() => null);
        const dryRun = await Promise.race([run.ended, late]).finally(() => answered.abort());
        return { ...run.progress, dryRun };
      },
      result: (query) => runOf(query).ended,
    };
  };
}

/** Before all events. */
const firstTime = '1970-01-01T00:00:00Z';

/** Rows of a response; the file has the others. */
export const listedMax = 100;

/** The range of a dry run: last month in Korea by default. */
export const dryRunRange = (
  { before, after }: { readonly [Point in keyof TwoAsOfPoints]?: string | undefined },
  nowMs: number,
): TwoAsOfPoints =>
  before === undefined && after === undefined
    ? monthBefore(new Date(nowMs).toISOString())
    : { before: before ?? firstTime, after };
