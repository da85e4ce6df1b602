import { pause } from '@matgyo/event-store/deadline';
import { type Change, type ChangeCursor, changesNow, readChanges } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type { Announced } from '@matgyo/projections/write-batch';
import type pg from 'pg';
import type { Shared } from '../../shared.ts';
import { type BackgroundWork, retriedLater } from '../background.ts';
import { loggable } from '../http/error-answer.ts';

/** Receives changes of the read models; `missed`: there were others, and it is not known which. */
export type ChangesListener = (changes: readonly Change[], missed: boolean) => Promise<void>;

export interface ChangeFeedOptions extends Pick<Shared, 'pool' | 'logger'> {
  readonly name: string;
  readonly visibility: Pick<Visibility, 'onWakeUp'>;
  /** First called with only `missed`, then with each batch. Called again after a failure. */
  readonly listener: ChangesListener;
  /** Pause after a call, to collect changes for the next one. */
  readonly pauseMs?: number;
}

const retryMs = 1_000;

/**
 * Follows the projections' changes: as this process commits them, at wake-ups of others, and every 5 s in case one
 * was lost.
 */
export const changeFeed = ({
  name,
  pool,
  visibility,
  logger,
  listener,
  pauseMs = 0,
}: ChangeFeedOptions): BackgroundWork => ({
  name,
  async run(signal) {
    let awake = Promise.withResolvers<void>();
    let announced: Announced[] = [];
    let isReadDue = true;
    let hasReconnected = false;
    let cursor: ChangeCursor | undefined;
    const stop = visibility.onWakeUp((change) => {
      if (change === 'reconnected') hasReconnected = true;
      else if (change === undefined) isReadDue = true;
      else announced.push(change);
      awake.resolve();
    });
    signal.addEventListener('abort', () => awake.resolve(), { once: true });
    while (!signal.aborted) {
      try {
        if (hasReconnected) {
          hasReconnected = false;
          cursor = undefined;
        }
        if (isReadDue || cursor === undefined) {
          // Reset before reading, so that changes during the read cause another one.
          isReadDue = false;
          const { full, ...read } = await readOnce(pool, cursor, listener);
          cursor = read.cursor;
          isReadDue ||= full;
        } else if (announced.length > 0) {
          const changes = unread(announced.splice(0), cursor);
          if (changes.length > 0) await listener(changes, false);
          cursor = { ...cursor, ...Object.fromEntries(changes.map(({ writer, seq }) => [writer, seq])) };
          if (pauseMs > 0) await pause(pauseMs, signal);
        } else {
          awake = Promise.withResolvers();
          if (!signal.aborted) await awake.promise;
        }
      } catch (error) {
        retriedLater(name, logger)(error);
        // The changes are stored in the database.
        announced = [];
        isReadDue = true;
        await pause(retryMs, signal);
      }
    }
    stop();
    // Changes during the pause; the next start does not read earlier ones.
    const remaining = cursor === undefined ? [] : unread(announced, cursor);
    if (remaining.length > 0)
      await listener(remaining, false).catch((error: unknown) =>
        logger.warn({ work: name, error: loggable(error) }, 'was not done before the stop'),
      );
  },
});

/** A read may already have found a change whose announcement comes later. */
const unread = (announced: readonly Announced[], cursor: ChangeCursor): readonly Announced[] =>
  announced.filter(({ writer, seq }) => BigInt(seq) > BigInt(cursor[writer] ?? 0));

async function readOnce(pool: pg.Pool, cursor: ChangeCursor | undefined, listener: ChangesListener) {
  const read = cursor && (await readChanges(pool, cursor));
  if (read !== undefined && !read.missed) {
    if (read.changes.length > 0) await listener(read.changes, false);
    return read;
  }
  // All later reads include everything up to this cursor.
  const now = await changesNow(pool);
  await listener([], true);
  return { cursor: now, full: false };
}
