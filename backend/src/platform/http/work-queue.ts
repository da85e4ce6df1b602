import { failure } from './request-failure.ts';

/**
 * Runs work when it is its turn. `preferred` work waits in a line of its own, which goes first.
 *
 * @throws RequestFailure UNAVAILABLE when too many are waiting in its line already.
 */
export type WorkQueue = <T>(work: () => Promise<T>, preferred?: boolean) => Promise<T>;

/** Lets `atOnce` pieces of work run and up to `mostWaiting` more wait in each line, first come first served. */
export function createWorkQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): WorkQueue {
  const lines = { first: [] as (() => void)[], second: [] as (() => void)[] };
  let working = 0;
  return async (work, preferred = false) => {
    if (working < atOnce) working += 1;
    else {
      const waiting = preferred ? lines.first : lines.second;
      if (waiting.length >= mostWaiting) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      // A finished task hands its place to the next one, so the count stays.
      await new Promise<void>((enter) => waiting.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = lines.first.shift() ?? lines.second.shift();
      if (next === undefined) working -= 1;
      else next();
    }
  };
}

/** The same limits per key: a caller with too many requests waits behind their own, not in front of others. */
export function createWorkQueues(
  limits: Parameters<typeof createWorkQueue>[0],
): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const present = new Map<string, { readonly inTurn: WorkQueue; count: number }>();
  return async (who, work) => {
    const own = present.get(who) ?? { inTurn: createWorkQueue(limits), count: 0 };
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
