import { setTimeout } from 'node:timers/promises';
import { LruCache } from '@matgyo/projections/reports/lru-cache';
import type { RehearsalProgress } from '@matgyo/projections/reports/rehearse-fees';
import { failure } from '../../platform/http/request-failure.ts';

/** The most recent results of each kind, so that screen and file share one run. */
const cachedMax = 8;
const currentForMs = 10_000;
const answerAfterMs = 1_000;
/** Running and waiting rehearsals of all callers. */
const unfinishedMax = 8;

/** Rehearsals of one kind. */
export interface Rehearsals<Query, Result> {
  /** Starts a rehearsal or waits for it: returns the result, or after a second the progress. */
  look(query: Query): Promise<RehearsalProgress & { readonly rehearsal: Result | null }>;
  result(query: Query): Promise<Result>;
}

interface Run<Result> {
  progress: RehearsalProgress;
  endedAtMs?: number;
  readonly ended: Promise<Result>;
}

type Rehearse<Query, Result> = (
  query: Query,
  onProgress: (progress: RehearsalProgress) => void,
) => Promise<Result>;

/** Runs rehearsals of all kinds one at a time, because they share the processor with trading. */
export function createRehearsalQueue() {
  let turn: Promise<unknown> = Promise.resolve();
  let unfinished = 0;

  return function rehearsalsOf<Query extends { readonly after?: string | undefined }, Result>(
    rehearse: Rehearse<Query, Result>,
  ): Rehearsals<Query, Result> {
    const runs = new LruCache<Run<Result>>(cachedMax);

    function runOf(query: Query): Run<Result> {
      const key = JSON.stringify(query);
      const known = runs.get(key);
      // A result "up to now" is soon outdated.
      const isPast =
        query.after === undefined && Date.now() - (known?.endedAtMs ?? Date.now()) > currentForMs;
      if (known !== undefined && !isPast) return known;
      if (unfinished >= unfinishedMax)
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 10 });
      unfinished += 1;
      const ended = turn.then(() => rehearse(query, (progress) => (run.progress = progress)));
      const run: Run<Result> = { progress: { done: 0, total: 0 }, ended };
      // A failed run is tried again at the next request.
      turn = ended
        .then(
          () => {
            run.endedAtMs = Date.now();
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
        const rehearsal = await Promise.race([run.ended, late]).finally(() => answered.abort());
        return { ...run.progress, rehearsal };
      },
      result: (query) => runOf(query).ended,
    };
  };
}
