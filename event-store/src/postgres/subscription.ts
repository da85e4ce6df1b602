import { pause, unlessAborted } from '../deadline.ts';
import type { EventBatch, RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import type { Page } from './reads.ts';
import type { HandedOver } from './recent-appends.ts';

const shortestPollMs = 5;
const shortestBackoffMs = 50;
const longestBackoffMs = 2_000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** The number to follow from; rejects with `EventLogCorrupt` where no event lies at the position it was asked for. */
  readonly start: () => Promise<number>;
  readonly requireEventAt: (number: number) => Promise<void>;
  readonly readPage: (after: number) => Promise<Pick<Page, 'events' | 'last' | 'full'>>;
  /** What this process appended right behind a number, if that is what lies there. */
  readonly handedOver: (after: number) => HandedOver | undefined;
  readonly isWanted: (event: RecordedEvent) => boolean;
  readonly wakeups: Wakeups;
  /** Between two looks for what others appended, once nothing came for a while. */
  readonly longestPollMs: number;
  readonly onConnectionLost: (cause: unknown) => void;
}

/** Notifies this process's followers of an append. */
export class Wakeups {
  #count = 0;
  #waiting = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  wake(): void {
    this.#count += 1;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Resolves on the first wake-up after `count` was read, after `milliseconds`, or on abort. */
  async since(count: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#count !== count || signal.aborted) return;
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    this.#waiting.add(wake);
    const aborted = () => wake();
    signal.addEventListener('abort', aborted, { once: true });
    const timer = setTimeout(wake, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(wake);
    signal.removeEventListener('abort', aborted);
  }
}

/**
 * The log from a position, for ever. What this process appends is handed over to a follower that has handled everything
 * before; what others append it finds by asking, the less often the longer nothing came. Through lost connections it goes
 * on from the last event it had, after making sure that this still is the log it knows.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<EventBatch, void, undefined> {
  const { signal, wakeups } = options;
  let cursor: number | undefined;
  let isKnown = false;
  // Positions have no gaps: behind what was handed over, nothing of others can lie yet that has to be looked for.
  let isHandedOver = false;
  let pollMs = shortestPollMs;
  let backoffMs = shortestBackoffMs;
  while (!signal.aborted) {
    const wakeup = wakeups.count;
    const handed = isKnown && cursor !== undefined ? options.handedOver(cursor) : undefined;
    if (handed !== undefined) {
      cursor = handed.last;
      isHandedOver = true;
      yield* batchOf(handed.events.filter(options.isWanted));
      continue;
    }
    if (isHandedOver) {
      isHandedOver = false;
      await nextWakeup(wakeup);
      continue;
    }
    const page = await unlessAborted(signal, async () => {
      cursor ??= await options.start();
      if (!isKnown && cursor > 0) await options.requireEventAt(cursor);
      return options.readPage(cursor);
    });
    if (page === 'aborted') return;
    if (page instanceof Error) {
      if (page instanceof EventLogCorrupt) throw page;
      options.onConnectionLost(page);
      isKnown = false;
      await pause(backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
      continue;
    }
    isKnown = true;
    backoffMs = shortestBackoffMs;
    if (page.last !== undefined) {
      cursor = page.last;
      pollMs = shortestPollMs;
    }
    yield* batchOf(page.events);
    if (!page.full) await nextWakeup(wakeup);
  }

  async function nextWakeup(since: number): Promise<void> {
    await wakeups.since(since, pollMs, signal);
    if (wakeups.count === since) pollMs = Math.min(pollMs * 2, options.longestPollMs);
  }
}

function* batchOf(events: readonly RecordedEvent[]): Generator<EventBatch, void, undefined> {
  const last = events.at(-1);
  if (last !== undefined) yield { events, position: last.position };
}
