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

/** What was asked for last, so that its screen and its file cost one run. */
const cachedMax = 8;
const nowLastsMs = 10_000;
const answerAfterMs = 1_000;
/** Under way and waiting, of all who ask. */
const mostUnfinished = 8;

interface Run {
  progress: RehearsalProgress;
  endedAtMs?: number;
  readonly ended: Promise<Rehearsal>;
}

/** Rehearsals of any length, one at a time: they share the processor with calls that trade. */
export interface Rehearsals {
  /** Begins it, or goes on waiting for it: the result, or how far it is after a second. */
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
    // What was asked for up to now is of a past moment soon.
    const isPast = query.after === undefined && Date.now() - (known?.endedAtMs ?? Date.now()) > nowLastsMs;
    if (known !== undefined && !isPast) return known;
    if (unfinished >= mostUnfinished)
      throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 10 });
    unfinished += 1;
    const ended = turn.then(() => rehearseFees(sources, query, (progress) => (run.progress = progress)));
    const run: Run = { progress: { done: 0, total: 0 }, ended };
    // What failed is tried again when it is asked for again.
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
