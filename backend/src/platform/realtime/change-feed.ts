import { setTimeout as delay } from 'node:timers/promises';
import { type Change, type ChangeCursor, changesNow, readChanges } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type { Announced } from '@matgyo/projections/write-batch';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../background.ts';
import { loggable } from '../http/error-answer.ts';

/** What changed in the read models; `missed`: it is not known what, beside this. */
export type ChangesListener = (changes: readonly Change[], missed: boolean) => Promise<void>;

export interface ChangeFeedOptions {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly visibility: Pick<Visibility, 'onWakeUp'>;
  readonly logger: Logger;
  /** Called at the start with nothing but `missed`, then with each batch. One that fails is called again. */
  readonly listener: ChangesListener;
  /** For so long after a call changes are gathered for the next. */
  readonly restMs?: number;
}

const retryMs = 1_000;

/** Follows what the projections change: as this process commits it, at each wake-up of others, and every 5 s in case one was lost. */
export const changeFeed = ({
  name,
  pool,
  visibility,
  logger,
  listener,
  restMs = 0,
}: ChangeFeedOptions): BackgroundWork => ({
  name,
  async run(signal) {
    let awake = Promise.withResolvers<void>();
    let told: Announced[] = [];
    let isLookDue = true;
    let cursor: ChangeCursor | undefined;
    const stop = visibility.onWakeUp((change) => {
      if (change === undefined) isLookDue = true;
      else told.push(change);
      awake.resolve();
    });
    signal.addEventListener('abort', () => awake.resolve(), { once: true });
    while (!signal.aborted) {
      try {
        if (isLookDue || cursor === undefined) {
          // Before it looks, so that what comes while it looks is looked for next.
          isLookDue = false;
          const { full, ...read } = await look(pool, cursor, listener);
          cursor = read.cursor;
          isLookDue ||= full;
        } else if (told.length > 0) {
          const changes = unread(told.splice(0), cursor);
          if (changes.length > 0) await listener(changes, false);
          cursor = { ...cursor, ...Object.fromEntries(changes.map(({ writer, seq }) => [writer, seq])) };
          if (restMs > 0) await pause(restMs, signal);
        } else {
          awake = Promise.withResolvers();
          if (!signal.aborted) await awake.promise;
        }
      } catch (error) {
        logger.warn({ work: name, error: loggable(error) }, 'will be tried again');
        // The database has stored the changes.
        told = [];
        isLookDue = true;
        await pause(retryMs, signal);
      }
    }
    stop();
    // What was announced while the feed rested; a start reads no changes from before it.
    const left = cursor === undefined ? [] : unread(told, cursor);
    if (left.length > 0)
      await listener(left, false).catch((error: unknown) =>
        logger.warn({ work: name, error: loggable(error) }, 'was not done before the stop'),
      );
  },
});

/** A read may already have found a change whose notification comes later. */
const unread = (told: readonly Announced[], cursor: ChangeCursor): readonly Announced[] =>
  told.filter(({ writer, seq }) => BigInt(seq) > BigInt(cursor[writer] ?? 0));

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
