import { failure } from './request-failure.ts';

/**
 * Runs work in order of arrival. `preferred` work has a queue of its own, which goes first.
 *
 * @throws RequestFailure UNAVAILABLE when its queue is full.
 */
export type WorkQueue = <T>(work: () => Promise<T>, preferred?: boolean) => Promise<T>;

/** Runs up to `concurrentMax` tasks at a time; up to `waitingMax` wait in each queue. */
export function createWorkQueue({
  concurrentMax,
  waitingMax,
}: {
  concurrentMax: number;
  waitingMax: number;
}): WorkQueue {
  const queues = { first: [] as (() => void)[], second: [] as (() => void)[] };
  let working = 0;
  return async (work, preferred = false) => {
    if (working < concurrentMax) working += 1;
    else {
      const waiting = preferred ? queues.first : queues.second;
      if (waiting.length >= waitingMax) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      // A finished task passes its slot on, so the count stays the same.
      await new Promise<void>((enter) => waiting.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = queues.first.shift() ?? queues.second.shift();
      if (next === undefined) working -= 1;
      else next();
    }
  };
}

/** The same limits per key, so a caller with many requests delays only their own. */
export function createWorkQueues(
  limits: Parameters<typeof createWorkQueue>[0],
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const present = new Map<string, { readonly inTurn: WorkQueue; count: number }>();
  return async (key, work) => {
    const own = present.get(key) ?? { inTurn: createWorkQueue(limits), count: 0 };
    present.set(key, own);
    own.count += 1;
    try {
      return await own.inTurn(work);
    } finally {
      own.count -= 1;
      if (own.count === 0) present.delete(key);
    }
  };
}
