import { failure } from '../http/request-failure.ts';

export interface QueueBounds {
  readonly waitingMax: number;
  readonly bytesMax: number;
}

/** Runs `work` after earlier work. @throws RequestFailure TOO_MANY_REQUESTS when the queue is full. */
export type BoundedQueue = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

/** Runs work in sequence and limits the number and size of what waits. */
export function createBoundedQueue({ waitingMax, bytesMax }: QueueBounds): BoundedQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let waitingBytes = 0;
  return (bytes, work) => {
    if (waiting >= waitingMax || (waiting > 0 && waitingBytes + bytes > bytesMax))
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
