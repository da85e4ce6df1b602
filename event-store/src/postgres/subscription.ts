import { pause, unlessAborted } from '../deadline.ts';
import type { EventBatch, RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import type { Wakeups } from '../wakeups.ts';
import type { Page } from './reads.ts';
import type { RecentAppends } from './recent-appends.ts';

const pollMsMin = 5;
const backoffMsMin = 50;
const backoffMsMax = 2_000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  /**
   * Returns the number to follow from. Rejects with `EventLogCorrupt` if there is no event at the requested position.
   */
  readonly start: () => Promise<number>;
  /** The id of the event at that position. Without it, only the position is checked. */
  readonly afterId?: string | null | undefined;
  readonly requireEventAt: (number: number, id: string | null | undefined) => Promise<void>;
  readonly readPage: (after: number) => Promise<Pick<Page, 'events' | 'end' | 'last' | 'full'>>;
  readonly recent: RecentAppends;
  readonly batchSize: number;
  readonly isWanted: (event: RecordedEvent) => boolean;
  readonly wakeups: Wakeups;
  /** Longest interval between polls for events of other processes. */
  readonly pollMsMax: number;
  readonly onConnectionLost: (cause: unknown) => void;
}

/**
 * Follows the log from a position, without end. Appends of this process are delivered from memory to a follower that
 * has handled everything before; events of other processes are found by polling, less often the longer none came. After
 * lost connections it resumes from its last event, after checking that this is still the same log.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<EventBatch, void, undefined> {
  const { signal, wakeups, recent, batchSize } = options;
  let cursor: number | undefined;
  /** The event with that number. */
  let cursorId = options.afterId;
  let isLogChecked = false;
  // Positions have no gaps: after the newest append of this process no events of others need to be looked for.
  let isFromMemory = false;
  let pollMs = pollMsMin;
  let backoffMs = backoffMsMin;
  while (!signal.aborted) {
    const wakeup = wakeups.count;
    const own = isLogChecked && cursor !== undefined ? recent.eventsAfter(cursor, batchSize) : undefined;
    if (own !== undefined) {
      cursor = own.last;
      cursorId = own.events.at(-1)?.id;
      isFromMemory = true;
      yield* batchOf(own.events.filter(options.isWanted));
      continue;
    }
    const isNewest = isFromMemory && cursor !== undefined && !recent.hasAfter(cursor);
    isFromMemory = false;
    if (isNewest) {
      await nextWakeup(wakeup);
      continue;
    }
    const page = await unlessAborted(signal, async () => {
      cursor ??= await options.start();
      if (!isLogChecked && cursor > 0) await options.requireEventAt(cursor, cursorId);
      return options.readPage(cursor);
    });
    if (page === 'aborted') return;
    if (page instanceof Error) {
      if (page instanceof EventLogCorrupt) throw page;
      options.onConnectionLost(page);
      isLogChecked = false;
      await pause(backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, backoffMsMax);
      continue;
    }
    isLogChecked = true;
    backoffMs = backoffMsMin;
    if (page.last !== undefined) {
      cursor = page.last;
      cursorId = page.end?.id;
      pollMs = pollMsMin;
    }
    yield* batchOf(page.events);
    if (!page.full) await nextWakeup(wakeup);
  }

  async function nextWakeup(since: number): Promise<void> {
    await wakeups.since(since, pollMs, signal);
    if (wakeups.count === since) pollMs = Math.min(pollMs * 2, options.pollMsMax);
  }
}

function* batchOf(events: readonly RecordedEvent[]): Generator<EventBatch, void, undefined> {
  const last = events.at(-1);
  if (last !== undefined) yield { events, position: last.position };
}
