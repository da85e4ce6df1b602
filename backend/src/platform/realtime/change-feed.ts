import { pause } from '@matgyo/event-store/deadline';
import { type Change, type ChangeCursor, changesNow, readChanges } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type { PublishedChange } from '@matgyo/projections/write-batch';
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
export const changeFeed =
  (options: ChangeFeedOptions): BackgroundWork =>
  (signal) =>
    new ChangeFollower(options).run(signal);

class ChangeFollower {
  readonly #options: ChangeFeedOptions;
  #awake = Promise.withResolvers<void>();
  #published: PublishedChange[] = [];
  #isReadDue = true;
  #hasReconnected = false;
  #cursor: ChangeCursor | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { name, logger, visibility } = this.#options;
    const stop = visibility.onWakeUp((change) => {
      if (change === 'reconnected') this.#hasReconnected = true;
      else if (change === undefined) this.#isReadDue = true;
      else this.#published.push(change);
      this.#awake.resolve();
    });
    signal.addEventListener('abort', () => this.#awake.resolve(), { once: true });
    while (!signal.aborted) {
      try {
        await this.#next(signal);
      } catch (error) {
        retriedLater(name, logger)(error);
        // The changes are stored in the database.
        this.#published = [];
        this.#isReadDue = true;
        await pause(retryMs, signal);
      }
    }
    stop();
    await this.#deliverRemaining();
  }

  async #next(signal: AbortSignal): Promise<void> {
    if (this.#hasReconnected) {
      this.#hasReconnected = false;
      this.#cursor = undefined;
    }
    if (this.#isReadDue || this.#cursor === undefined) return this.#read();
    if (this.#published.length > 0) return this.#deliverPublished(this.#cursor, signal);
    this.#awake = Promise.withResolvers();
    await this.#awake.promise;
  }

  async #read(): Promise<void> {
    const { pool, listener } = this.#options;
    // Reset before reading, so that changes during the read cause another one.
    this.#isReadDue = false;
    const { full, cursor } = await readOnce(pool, this.#cursor, listener);
    this.#cursor = cursor;
    this.#isReadDue ||= full;
  }

  async #deliverPublished(cursor: ChangeCursor, signal: AbortSignal): Promise<void> {
    const { listener, pauseMs = 0 } = this.#options;
    const changes = unread(this.#published.splice(0), cursor);
    if (changes.length > 0) await listener(changes, false);
    this.#cursor = { ...cursor, ...Object.fromEntries(changes.map(({ writer, seq }) => [writer, seq])) };
    if (pauseMs > 0) await pause(pauseMs, signal);
  }

  /** Changes during the pause; the next start does not read earlier ones. */
  async #deliverRemaining(): Promise<void> {
    const { name, logger, listener } = this.#options;
    const remaining = this.#cursor === undefined ? [] : unread(this.#published, this.#cursor);
    if (remaining.length === 0) return;
    await listener(remaining, false).catch((error: unknown) =>
      logger.warn({ work: name, error: loggable(error) }, 'was not done before the stop'),
    );
  }
}

/** A read may already have found a change whose announcement comes later. */
const unread = (published: readonly PublishedChange[], cursor: ChangeCursor): readonly PublishedChange[] =>
  published.filter(({ writer, seq }) => BigInt(seq) > BigInt(cursor[writer] ?? 0));

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
