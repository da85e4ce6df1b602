import { pause, unlessAborted } from '../deadline.ts';
import { type EventBatch, logStart, type Position, passesFilter, type StreamFilter } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import type { Reader } from './bounded-read.ts';
import { asLogError, isDenied } from './failures.ts';
import type { LiveTail } from './live-tail.ts';
import { type Page, type PositionAndId, readPage, requireEventAt } from './reads.ts';

const backoffMsMin = 50;
const backoffMsMax = 2_000;

export interface FollowOptions {
  readonly reader: Reader;
  readonly after: PositionAndId;
  readonly filter: StreamFilter | undefined;
  readonly batchSize: number;
  readonly signal: AbortSignal;
  readonly onConnectionLost: (cause: unknown) => void;
  /** Joins the live tail, or begins it; undefined if the tail does not have all events after the position. */
  readonly joinTail: (after: Position) => LiveTail | undefined;
}

/**
 * Reads the log in pages up to its end and then consumes the server's subscription; after any error, and periodically
 * when no event comes, it starts again from the last delivered event. This handles a lost connection, a silently dead
 * subscription, and being dropped as a slow consumer in the same way.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<EventBatch, void, undefined> {
  const { reader, filter, batchSize, signal } = options;
  let cursor = options.after;
  let isLogChecked = isStart(cursor);
  let backoffMs = backoffMsMin;
  let tail: LiveTail | undefined;

  try {
    while (!signal.aborted) {
      const page = await unlessAborted(signal, async () => {
        if (tail !== undefined) return takeFrom(tail, cursor, options);
        if (!isLogChecked) await requireEventAt(reader, cursor);
        return readPage(reader, cursor.position, batchSize, passesFilter(filter));
      });
      if (page === 'aborted') return;
      if (page instanceof Error) {
        if (page instanceof EventLogCorrupt) throw page;
        tail?.leave();
        tail = undefined;
        const lost = asLogError(page, { sent: false, right: 'read $all' });
        options.onConnectionLost(lost);
        if (isDenied(lost)) backoffMs = backoffMsMax;
        isLogChecked = isStart(cursor);
        await pause(backoffMs, signal);
        backoffMs = Math.min(backoffMs * 2, backoffMsMax);
        continue;
      }
      isLogChecked = true;
      cursor = page.last ?? cursor;
      const last = page.events.at(-1);
      // Reading the end does not prove that it can be followed from there.
      if (tail !== undefined || last !== undefined) backoffMs = backoffMsMin;
      if (last !== undefined) yield { events: page.events, position: last.position };
      if (tail === undefined) {
        if (!page.full) tail = options.joinTail(cursor.position);
        // Only another node of a cluster can be behind the tail for long.
        if (tail === undefined && page.last === undefined) await pause(backoffMsMin, signal);
      } else if (page.last === undefined) {
        tail.leave();
        tail = undefined;
      }
    }
  } finally {
    tail?.leave();
  }
}

const isStart = ({ position }: PositionAndId): boolean => position === logStart;

async function takeFrom(
  tail: LiveTail,
  { position }: PositionAndId,
  { batchSize, filter }: FollowOptions,
): Promise<Page> {
  const events = await tail.next(position, batchSize);
  return { events: events.filter(passesFilter(filter)), last: events.at(-1), full: false };
}
