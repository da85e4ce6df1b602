import { failure } from './request-failure.ts';

/** Every so many-th task is one of a later lane, so that an earlier one that never empties does not stop it. */
const laterLaneEvery = 4;

/**
 * Runs the work of a lane in order of arrival, and that of an earlier lane first but for every fourth task; without
 * `lane` in the last. The work can ask whether other work waits for its end: for that of the one that runs longest.
 *
 * @throws RequestFailure UNAVAILABLE when its lane is full.
 */
export type WorkQueue = <T>(work: (othersWait: () => boolean) => Promise<T>, lane?: number) => Promise<T>;

/** Runs up to `concurrentMax` tasks at a time; up to `waitingMax` wait, or as many in each lane as its number says. */
export function createWorkQueue({
  concurrentMax,
  waitingMax,
}: {
  concurrentMax: number;
  waitingMax: number | readonly number[];
}): WorkQueue {
  const lanes = [waitingMax].flat().map((most) => ({ most, waiting: [] as (() => void)[] }));
  let working = 0;
  /** In order of their start. */
  const running = new Set<symbol>();
  let passedOn = 0;
  const nextInLine = (): (() => void) | undefined => {
    const [first, ...later] = lanes.filter(({ waiting }) => waiting.length > 0);
    if (first !== undefined) passedOn += 1;
    const position = passedOn / laterLaneEvery;
    const lane = Number.isInteger(position) && later.length > 0 ? later[position % later.length] : first;
    return lane?.waiting.shift();
  };
  return async (work, lane = lanes.length - 1) => {
    if (working < concurrentMax) working += 1;
    else {
      const own = lanes[lane];
      if (own === undefined || own.waiting.length >= own.most)
        throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      // A finished task passes its slot on, so the count stays the same.
      await new Promise<void>((enter) => own.waiting.push(enter));
    }
    const self = Symbol('task');
    try {
      running.add(self);
      return await work(
        () => lanes.some(({ waiting }) => waiting.length > 0) && running.values().next().value === self,
      );
    } finally {
      running.delete(self);
      const next = nextInLine();
      if (next === undefined) working -= 1;
      else next();
    }
  };
}

/** The same limits per key, so a caller with many requests delays only their own. */
export function createWorkQueues(
  limits: Parameters<typeof createWorkQueue>[0],
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const present = new Map<string, { readonly queued: WorkQueue; count: number }>();
  return async (key, work) => {
    const own = present.get(key) ?? { queued: createWorkQueue(limits), count: 0 };
    present.set(key, own);
    own.count += 1;
    try {
      return await own.queued(work);
    } finally {
      own.count -= 1;
      if (own.count === 0) present.delete(key);
    }
  };
}
