import { failure } from '../../platform/http/request-failure.ts';

interface QueueBounds {
  /** Messages of a socket. */
  readonly waitingMax: number;
  readonly bytesMax: number;
  /** Size of the messages of all sockets that are larger than a text. */
  readonly imageBytesMax: number;
}

/**
 * Runs `work` after earlier work.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS when the queue is full, UNAVAILABLE when too many images wait in all
 */
type MessageQueue = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

/** More than the longest text. */
const textBytesMax = 50_000;

/**
 * Makes queues that run work in sequence, and limit the number and size of what waits. `member`: whose socket it is. A
 * member's images take at most as much as they leave free, so that a few members do not keep out the others.
 */
export function createMessageQueues({
  waitingMax,
  bytesMax,
  imageBytesMax,
}: QueueBounds): (member: string) => MessageQueue {
  let imageBytes = 0;
  const imageBytesOf = new Map<string, number>();
  const count = (member: string, image: number): void => {
    imageBytes += image;
    const ofMember = (imageBytesOf.get(member) ?? 0) + image;
    if (ofMember === 0) imageBytesOf.delete(member);
    else imageBytesOf.set(member, ofMember);
  };
  return (member) => {
    let last: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    let waitingBytes = 0;
    return async (bytes, work) => {
      const image = bytes > textBytesMax ? bytes : 0;
      if (waiting >= waitingMax || (waiting > 0 && waitingBytes + bytes > bytesMax))
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 1 });
      if (image > 0 && (imageBytesOf.get(member) ?? 0) + image > imageBytesMax - imageBytes)
        throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      waiting += 1;
      waitingBytes += bytes;
      count(member, image);
      const done = last.then(work).finally(() => {
        waiting -= 1;
        waitingBytes -= bytes;
        count(member, -image);
      });
      last = done.catch(() => undefined);
      return done;
    };
  };
}
