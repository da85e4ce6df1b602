import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggable } from './http/error-answer.ts';
import { isUnavailable } from './http/unavailable.ts';

/** Work beside requests. `run` ends soon after the signal is aborted. */
export interface BackgroundWork {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Does `work` now and then every `everyMs`. A failure is logged and tried again the next time. */
export const repeated = (
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
  logger: Logger,
): BackgroundWork => ({
  name,
  async run(signal) {
    while (!signal.aborted) {
      await work().catch((error: unknown) =>
        logger.warn({ work: name, error: loggable(error) }, 'will be tried again'),
      );
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  },
});

/**
 * Does `work` with each item, one after the other. One that fails keeps none of the others waiting; as long as the log or
 * the database is away, the others are not tried.
 *
 * @throws the first failure, once the others have had their turn
 */
export async function eachInTurn<Item>(
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
