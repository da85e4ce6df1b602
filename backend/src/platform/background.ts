import { once } from 'node:events';
import { pause } from '@matgyo/event-store/deadline';
import type { Logger } from 'pino';
import { loggable } from './http/error-answer.ts';
import { isUnavailable } from './http/unavailable.ts';

/** Work that the process does besides handling requests. It resolves soon after the signal aborts. */
export type BackgroundWork = (signal: AbortSignal) => Promise<void>;

export const everyTenSeconds = 10_000;
export const everyMinute = 60_000;
export const everyTenMinutes = 600_000;

/** Logs the failure of work that will run again. */
export const retriedLater =
  (work: string, logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ work, error: loggable(error) }, 'will be tried again');

/**
 * Runs `work` every `everyMs` milliseconds. If it resolves to true, it has done one batch and there is more, so it runs
 * again at once. A failure is logged, and the next run tries again.
 */
export const repeated =
  (name: string, everyMs: number, work: () => Promise<unknown>, logger: Logger): BackgroundWork =>
  async (signal) => {
    while (!signal.aborted) {
      const hasMore = await work().catch(retriedLater(name, logger));
      if (hasMore !== true) await pause(everyMs, signal);
    }
  };

/** Runs `work` once, when the program stops. */
export const atStop =
  (work: () => Promise<unknown>): BackgroundWork =>
  async (signal) => {
    if (!signal.aborted) await once(signal, 'abort');
    await work();
  };

/**
 * Runs `work` for each item, one after the other. After a failure it continues with the next item, unless the log or
 * the database is unavailable: then all others would fail too.
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
