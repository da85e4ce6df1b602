import { pause, unlessAborted } from '../deadline.ts';
import { type EventBatch, logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import type { Page } from './reads.ts';

const shortestPollMs = 5;
const shortestBackoffMs = 50;
const longestBackoffMs = 2_000;

export interface FollowOptions {
  readonly after: Position;
  readonly signal: AbortSignal;
  readonly readPage: (after: Position) => Promise<Page>;
  readonly requireEventAt: (position: Position) => Promise<void>;
  readonly wakeups: Wakeups;
  /** Between two looks for what others appended, once nothing came for a while. */
  readonly longestPollMs: number;
  readonly onConnectionLost: (cause: unknown) => void;
}

/** Tells followers of this process that something was appended. */
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
    if (this.#count !== count) return;
    const woken = new AbortController();
    const wake = () => woken.abort();
    const aborted = () => woken.abort();
    this.#waiting.add(wake);
    signal.addEventListener('abort', aborted, { once: true });
    if (!signal.aborted) await pause(milliseconds, woken.signal);
    this.#waiting.delete(wake);
    signal.removeEventListener('abort', aborted);
  }
}

/**
 * Pages of the log from a position, for ever. What this process appends wakes it; what others append it finds
 * by asking, the less often the longer nothing came. Through lost connections it goes on from the last page it
 * read, after making sure that this still is the log it knows.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<EventBatch, void, undefined> {
  const { signal, wakeups } = options;
  let cursor = options.after;
  let known = cursor === logStart;
  let pollMs = shortestPollMs;
  let backoffMs = shortestBackoffMs;
  while (!signal.aborted) {
    const wakeup = wakeups.count;
    const page = await unlessAborted(signal, async () => {
      if (!known) await options.requireEventAt(cursor);
      return options.readPage(cursor);
    });
    if (page === 'aborted') return;
    if (page instanceof Error) {
      if (page instanceof EventLogCorrupt) throw page;
      options.onConnectionLost(page);
      known = cursor === logStart;
      await pause(backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
      continue;
    }
    known = true;
    backoffMs = shortestBackoffMs;
    if (page.last !== undefined) {
      cursor = page.last;
      pollMs = shortestPollMs;
    }
    const last = page.events.at(-1);
    if (last !== undefined) yield { events: page.events, position: last.position };
    if (page.full) continue;
    await wakeups.since(wakeup, pollMs, signal);
    pollMs = wakeups.count === wakeup ? Math.min(pollMs * 2, options.longestPollMs) : shortestPollMs;
  }
}
