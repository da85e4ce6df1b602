import { failure } from '../http/request-failure.ts';

export interface QueueBounds {
  readonly mostWaiting: number;
  readonly mostBytes: number;
}

/** Does `work` when what came before it is done. @throws RequestFailure TOO_MANY_REQUESTS when too much waits. */
export type BoundedQueue = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

/** One after the other, in the order they came, as long as what waits is bounded in number and size. */
export function createBoundedQueue({ mostWaiting, mostBytes }: QueueBounds): BoundedQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let waitingBytes = 0;
  return (bytes, work) => {
    if (waiting >= mostWaiting || (waiting > 0 && waitingBytes + bytes > mostBytes))
      return Promise.reject(failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 1 }));
    waiting += 1;
    waitingBytes += bytes;
    const done = last.then(work).finally(() => {
      waiting -= 1;
      waitingBytes -= bytes;
    });
    last = done.catch(() => undefined);
    return done;
  };
}
