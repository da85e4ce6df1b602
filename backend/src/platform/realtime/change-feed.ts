import { setTimeout as delay } from 'node:timers/promises';
import { type Change, type ChangeCursor, changesNow, readChanges } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../../background.ts';
import { loggable } from '../http/error-answer.ts';

/** What changed in the read models; `missed`: it is not known what, beside this. */
export type ChangesListener = (changes: readonly Change[], missed: boolean) => Promise<void>;

export interface ChangeFeedOptions {
  readonly pool: pg.Pool;
  readonly visibility: Pick<Visibility, 'onWakeUp'>;
  readonly logger: Logger;
  /** Called at the start with nothing but `missed`, then with each batch. One that fails is called again. */
  readonly listener: ChangesListener;
}

/** Between two looks: what a busy second changes is told in some batches, not in hundreds. */
const pauseMs = 5;
const retryMs = 1_000;

/** Follows what the projections change: at each wake-up, and every 5 s in case one was lost. */
export const changeFeed = ({ pool, visibility, logger, listener }: ChangeFeedOptions): BackgroundWork => ({
  name: 'changes',
  async run(signal) {
    let awake = Promise.withResolvers<void>();
    const stop = visibility.onWakeUp(() => awake.resolve());
    signal.addEventListener('abort', () => awake.resolve(), { once: true });
    let cursor: ChangeCursor | undefined;
    while (!signal.aborted) {
      try {
        // Before it looks, so that what comes while it looks is looked for next.
        awake = Promise.withResolvers();
        const { full, ...read } = await look(pool, cursor, listener);
        cursor = read.cursor;
        if (full) continue;
        await pause(pauseMs, signal);
        if (!signal.aborted) await awake.promise;
      } catch (error) {
        logger.warn({ work: 'changes', error: loggable(error) }, 'will be tried again');
        await pause(retryMs, signal);
      }
    }
    stop();
  },
});

async function look(pool: pg.Pool, cursor: ChangeCursor | undefined, listener: ChangesListener) {
  const read = cursor && (await readChanges(pool, cursor));
  if (read !== undefined && !read.missed) {
    if (read.changes.length > 0) await listener(read.changes, false);
    return read;
  }
  // Whatever is read from here on shows everything up to this cursor.
  const now = await changesNow(pool);
  await listener([], true);
  return { cursor: now, full: false };
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
