import { setTimeout } from 'node:timers/promises';
import type { AsOfSources } from '@matgyo/projections/reports/as-of-point';
import { LruCache } from '@matgyo/projections/reports/lru-cache';
import {
  type Rehearsal,
  type RehearsalProgress,
  type RehearsalQuery,
  rehearseFees,
} from '@matgyo/projections/reports/rehearse-fees';
import { failure } from '../../platform/http/request-failure.ts';

/** The most recent results, so that screen and file share one run. */
const cachedMax = 8;
const currentForMs = 10_000;
const answerAfterMs = 1_000;
/** Running and waiting rehearsals of all callers. */
const unfinishedMax = 8;

interface Run {
  progress: RehearsalProgress;
  endedAtMs?: number;
  readonly ended: Promise<Rehearsal>;
}

/** Runs rehearsals one at a time, because they share the processor with trading. */
export interface Rehearsals {
  /** Starts a rehearsal or waits for it: returns the result, or after a second the progress. */
  look(query: RehearsalQuery): Promise<RehearsalProgress & { readonly rehearsal: Rehearsal | null }>;
  result(query: RehearsalQuery): Promise<Rehearsal>;
}

export function createRehearsals(sources: AsOfSources): Rehearsals {
  const runs = new LruCache<Run>(cachedMax);
  let turn: Promise<unknown> = Promise.resolve();
  let unfinished = 0;

  function runOf(query: RehearsalQuery): Run {
    const key = JSON.stringify([query.rule, query.before, query.after, query.referralCode]);
    const known = runs.get(key);
    // A result "up to now" is soon outdated.
    const isPast = query.after === undefined && Date.now() - (known?.endedAtMs ?? Date.now()) > currentForMs;
    if (known !== undefined && !isPast) return known;
    if (unfinished >= unfinishedMax) throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 10 });
    unfinished += 1;
    const ended = turn.then(() => rehearseFees(sources, query, (progress) => (run.progress = progress)));
    const run: Run = { progress: { done: 0, total: 0 }, ended };
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
}
