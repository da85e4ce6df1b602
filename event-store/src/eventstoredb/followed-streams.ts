import type { Position, ReadStreamOptions, RecordedEvent } from '../event-log.ts';
import { StreamEnds } from '../stream-ends.ts';
import { Wakeups } from '../wakeups.ts';

const eventsMax = 20_000;

interface Reading {
  readers: number;
  /** What came while the stream was being read. */
  readonly came: RecordedEvent[];
}

/**
 * The ends of recently used streams, kept current by the live tail, their follower. They are complete up to the
 * position that it has reached, so a read that knows the log's last position need not ask for the stream
 * (docs/decisions/event-log.md).
 *
 * - A stream's events here have consecutive revisions, and the last is the stream's newest up to that position.
 * - Nothing here outlives the follower's subscription, and so no restart of the server.
 */
export class FollowedStreams {
  #ends = new StreamEnds(eventsMax);
  readonly #readings = new Map<string, Reading>();
  readonly #wakeups = new Wakeups();
  /** Undefined while there is no follower. */
  #reached: Position | undefined;
  /** Waited for in vain: until the follower has reached it, nothing is taken from memory. */
  #missed: Position | undefined;

  /** Begins with the events after a position. */
  begin(after: Position): void {
    this.#reached = after;
  }

  /**
   * The requested events up to a position that the follower has reached, by default all that came; undefined if they are
   * not here. The position has to be the end of an append, because the last one that came may be there only in part.
   */
  get(
    stream: string,
    { direction, from, limit }: ReadStreamOptions,
    upTo?: Position,
  ): readonly RecordedEvent[] | undefined {
    const kept = this.#ends.get(stream) ?? [];
    const [first] = kept;
    if (first === undefined || this.#missed !== undefined) return undefined;
    const isShown = ({ position }: RecordedEvent) => upTo === undefined || position <= upTo;
    const events = kept.slice(0, kept.findLastIndex(isShown) + 1);
    if (events.length === 0 && first.revision > 0) return undefined;
    if (direction === 'forwards')
      return (from ?? 0) < first.revision
        ? undefined
        : events.slice((from ?? 0) - first.revision).slice(0, limit);
    if (from !== undefined || (first.revision > 0 && events.length < limit)) return undefined;
    return events.slice(-limit).toReversed();
  }

  /** Resolves once the follower has reached the position: false if it has ended or takes longer. */
  async reach(position: Position, withinMs: number): Promise<boolean> {
    const ends = this.#ends;
    const end = performance.now() + withinMs;
    while (this.#ends === ends && this.#reached !== undefined) {
      if (this.#reached >= position) return true;
      const leftMs = end - performance.now();
      if (leftMs <= 0) {
        this.#missed = position;
        return false;
      }
      await this.#wakeups.since(this.#wakeups.count, leftMs);
    }
    return false;
  }

  /** Reads a stream from the server and keeps its end, with what comes meanwhile. */
  async keep(
    stream: string,
    options: ReadStreamOptions,
    read: () => Promise<readonly RecordedEvent[]>,
  ): Promise<readonly RecordedEvent[]> {
    const ends = this.#ends;
    if (this.#reached === undefined) return read();
    const reading = this.#readings.get(stream) ?? { readers: 0, came: [] };
    this.#readings.set(stream, reading);
    reading.readers += 1;
    try {
      const events = await read();
      const isEnd =
        options.direction === 'forwards' ? events.length < options.limit : options.from === undefined;
      const end = options.direction === 'forwards' ? events : events.toReversed();
      if (isEnd && this.#ends === ends) ends.keep(stream, extended(end, reading.came));
      return events;
    } finally {
      reading.readers -= 1;
      if (reading.readers === 0) this.#readings.delete(stream);
    }
  }

  /** Events as they come, in log order. */
  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#readings.get(event.stream)?.came.push(event);
      const end = this.#ends.get(event.stream);
      const next = (end?.at(-1)?.revision ?? -1) + 1;
      if (event.revision === next) this.#ends.keep(event.stream, [...(end ?? []), event]);
      else if (event.revision > next) this.#ends.forget(event.stream);
    }
    this.#reached = events.at(-1)?.position ?? this.#reached;
    if (this.#missed !== undefined && this.#reached !== undefined && this.#reached >= this.#missed)
      this.#missed = undefined;
    this.#wakeups.wake();
  }

  /** Forgets everything. */
  end(): void {
    this.#reached = undefined;
    this.#missed = undefined;
    this.#ends = new StreamEnds(eventsMax);
    this.#wakeups.wake();
  }
}

/** A stream's end and the events that directly follow it; others are already in it. */
function extended(end: readonly RecordedEvent[], later: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const events = [...end];
  for (const event of later) if (event.revision === (events.at(-1)?.revision ?? -1) + 1) events.push(event);
  return events;
}
