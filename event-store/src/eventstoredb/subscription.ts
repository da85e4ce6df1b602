import {
  type AllStreamSubscription,
  excludeSystemEvents,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { pause } from '../deadline.ts';
import {
  type EventBatch,
  logStart,
  type Position,
  type RecordedEvent,
  type StreamFilter,
} from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import type { Connection } from './connection.ts';
import { placeOfPosition } from './position.ts';
import { requireEventAt } from './reads.ts';
import { recordedEvent } from './recorded-event.ts';

export interface FollowOptions {
  readonly connection: Connection;
  readonly after: Position;
  readonly filter: StreamFilter | undefined;
  readonly signal: AbortSignal;
  readonly batchSize: number;
}

const shortestBackoffMs = 50;
const longestBackoffMs = 2_000;
/** Events that wait for a slow reader before the server is asked to hold on. */
const mostWaiting = 2_000;

/**
 * The log from a position, for ever. The library's subscriptions end with their connection, or when the server
 * finds their reader too slow; each time a new one begins where the last batch ended that was handled.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<EventBatch, void, undefined> {
  const { connection, signal } = options;
  let cursor = options.after;
  let backoffMs = shortestBackoffMs;
  while (!signal.aborted) {
    const subscription = new Subscription(options, cursor);
    try {
      if (cursor !== logStart) await orAborted(signal, requireEventAt(connection, cursor));
      subscription.open();
      for (;;) {
        const events = await subscription.next();
        const last = events.at(-1);
        if (last === undefined) return;
        backoffMs = shortestBackoffMs;
        yield { events, position: last.position };
        cursor = last.position;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof EventLogCorrupt) throw error;
      await pause(backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
    } finally {
      subscription.close();
    }
  }
}

function orAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

/** One subscription of the library, read in batches. */
class Subscription {
  readonly #options: FollowOptions;
  readonly #after: Position;
  readonly #changed = () => this.#wake();
  #stream: AllStreamSubscription | undefined;
  #waiting: RecordedEvent[] = [];
  #failure: unknown;
  #closed = false;
  #wake: () => void = () => {};

  constructor(options: FollowOptions, after: Position) {
    this.#options = options;
    this.#after = after;
  }

  open(): void {
    const { connection, filter, signal } = this.#options;
    const client = connection.client();
    const stream = client.subscribeToAll({
      fromPosition: placeOfPosition(this.#after) ?? START,
      filter:
        filter === undefined
          ? excludeSystemEvents()
          : streamNameFilter({ prefixes: [...filter.streamPrefixes], checkpointInterval: 1_000 }),
    });
    this.#stream = stream;
    stream.on('data', ({ event }) => {
      if (event === undefined) return;
      this.#waiting.push(recordedEvent(event));
      if (this.#waiting.length >= mostWaiting) stream.pause();
      this.#wake();
    });
    const failed = (error: unknown) => {
      if (this.#closed) return;
      this.#failure ??= error ?? new Error('the subscription ended');
      if (!signal.aborted) connection.replace(client, this.#failure);
      this.#wake();
    };
    stream.on('error', failed);
    stream.on('end', () => failed(undefined));
    stream.on('close', () => failed(undefined));
    signal.addEventListener('abort', this.#changed);
  }

  /** At least one event, or none once aborted. Throws what ended the subscription, after what came before it. */
  async next(): Promise<readonly RecordedEvent[]> {
    const { signal, batchSize } = this.#options;
    while (this.#waiting.length === 0) {
      if (signal.aborted) return [];
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (signal.aborted) return [];
    const batch = this.#waiting.splice(0, batchSize);
    if (this.#waiting.length < mostWaiting / 2) this.#stream?.resume();
    return batch;
  }

  close(): void {
    this.#closed = true;
    this.#options.signal.removeEventListener('abort', this.#changed);
    const stream = this.#stream;
    if (stream === undefined) return;
    // What a subscription says while it ends interests nobody.
    stream.removeAllListeners('data');
    stream.on('error', () => {});
    void stream.unsubscribe().catch(() => {});
  }
}
