import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long a call of the log may take, in milliseconds, unless the log was opened with another deadline. The times of a
 * command are derived from it (`backend/src/platform/commands/command-times.ts`).
 */
export const logDeadlineMs = 6_000;

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/**
 * Settles as `work` does. It rejects earlier with `DeadlineExceeded` after that many milliseconds, or with the signal's
 * reason when the signal aborts. That does not stop the work; what it returns later is dropped.
 */
export function within<T>(milliseconds: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new DeadlineExceeded(milliseconds))), milliseconds);
    const aborted = () => end(() => reject(signal?.reason));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      settle();
    };
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    work.then(
      (value) => end(() => resolve(value)),
      (error) => end(() => reject(error)),
    );
  });
}

/** Resolves after `milliseconds`, or at once when the signal aborts. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined);

/** Resolves to the result of `work`, to its error (it never rejects), or to 'aborted' as soon as the signal aborts. */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | Error | 'aborted'> {
  const { promise: abort, resolve } = Promise.withResolvers<'aborted'>();
  const aborted = () => resolve('aborted');
  signal.addEventListener('abort', aborted, { once: true });
  const outcome = work().catch((error) => (error instanceof Error ? error : new Error(String(error))));
  try {
    return await Promise.race([outcome, abort]);
  } finally {
    signal.removeEventListener('abort', aborted);
  }
}
