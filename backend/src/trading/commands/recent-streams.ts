import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** The end of a stream as it was last seen here: its events from one revision on, the newest included. */
export interface StreamEnd {
  readonly events: readonly RecordedEvent[];
  /** Whether `events` begins with the stream's first. */
  readonly isWhole: boolean;
}

/** About a kilobyte each. */
const mostEvents = 40_000;
/** Streams that grow without end, like the price, are kept by their newest event only. */
const mostEventsOfAStream = 100;

/**
 * What this process last saw of streams. Others may have written since: it is good for deciding only where the append
 * says what it relied on, so that the log refuses it if that has changed.
 */
export class RecentStreams {
  /** In the order in which they were seen last. */
  readonly #ends = new Map<string, StreamEnd>();
  #events = 0;

  get(stream: string): StreamEnd | undefined {
    return this.#ends.get(stream);
  }

  /** Never puts back what is older than what is kept. */
  keep(stream: string, end: StreamEnd): void {
    const known = this.#ends.get(stream);
    if (known !== undefined && revisionOf(known) > revisionOf(end)) return;
    this.forget(stream);
    const last = end.events.at(-1);
    if (last === undefined) return;
    const kept = end.events.length <= mostEventsOfAStream ? end : { events: [last], isWhole: false };
    this.#ends.set(stream, kept);
    this.#events += kept.events.length;
    for (const oldest of this.#ends.keys()) {
      if (this.#events <= mostEvents) return;
      this.forget(oldest);
    }
  }

  forget(stream: string): void {
    this.#events -= this.#ends.get(stream)?.events.length ?? 0;
    this.#ends.delete(stream);
  }
}

/** -1 for a stream that does not exist. */
const revisionOf = ({ events }: StreamEnd): number => events.at(-1)?.revision ?? -1;
