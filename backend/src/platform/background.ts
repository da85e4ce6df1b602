import { once } from 'node:events';
import { pause } from '@matgyo/event-store/deadline';
import type { Logger } from 'pino';
import { loggable } from './http/error-answer.ts';
import { isUnavailable } from './http/unavailable.ts';

/** Work besides requests. `run` ends soon after the signal is aborted. */
export interface BackgroundWork {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

export const everyTenSeconds = 10_000;
export const everyMinute = 60_000;
export const everyTenMinutes = 600_000;

/** Logs a failure of what runs again later. */
export const retriedLater =
  (work: string, logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ work, error: loggable(error) }, 'will be tried again');

/**
 * Runs `work` every `everyMs`, and again at once when it resolves to true: it has done one batch and there is more. A
 * failure is logged and the next run tries again.
 */
export const repeated = (
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
  logger: Logger,
): BackgroundWork => ({
  name,
  async run(signal) {
    while (!signal.aborted) {
      const hasMore = await work().catch(retriedLater(name, logger));
      if (hasMore !== true) await pause(everyMs, signal);
    }
  },
});

/** Runs `work` once, when the program stops. */
export const atStop = (name: string, work: () => Promise<unknown>): BackgroundWork => ({
  name,
  async run(signal) {
    if (!signal.aborted) await once(signal, 'abort');
    await work();
  },
});

/**
 * Runs `work` for each item in sequence. A failure does not stop the others, unless the log or the database is
 * unavailable.
 *
 * @throws the first failure, after the last item
 */
export async function forEachSequentially<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items)
    await work(item).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    });
  if (failures.length > 0) throw failures[0];
}
