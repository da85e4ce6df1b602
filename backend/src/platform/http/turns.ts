import { failure } from './request-failure.ts';

/** Runs work when it is its turn. @throws RequestFailure UNAVAILABLE when too many are waiting already. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `atOnce` pieces of work run and up to `mostWaiting` more wait, first come first served. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async (work) => {
    if (working < atOnce) working += 1;
    else {
      if (waiting.length >= mostWaiting) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      // Whoever leaves hands its place over, so the count stays.
      await new Promise<void>((enter) => waiting.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) working -= 1;
      else next();
    }
  };
}

/** The same limits for each of many: whoever asks too much at once waits behind themselves, not in front of others. */
export function createTurnsEach(
  limits: Parameters<typeof createTurns>[0],
): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const present = new Map<string, { readonly inTurn: Turns; count: number }>();
  return async (who, work) => {
    const own = present.get(who) ?? { inTurn: createTurns(limits), count: 0 };
    present.set(who, own);
    own.count += 1;
    try {
      return await own.inTurn(work);
    } finally {
      own.count -= 1;
      if (own.count === 0) present.delete(who);
    }
  };
}
