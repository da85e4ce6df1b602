import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggable } from './http/error-answer.ts';

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
