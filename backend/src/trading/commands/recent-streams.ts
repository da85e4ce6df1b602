import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** The end of a stream as last seen: its events from some revision to the newest. */
export interface StreamEnd {
  readonly events: readonly RecordedEvent[];
  /** Whether `events` starts with the stream's first event. */
  readonly isWhole: boolean;
}

/** About 1 kB each. */
const eventsMax = 40_000;
/** Longer streams, like the price, are remembered by their newest event only. */
const eventsPerStreamMax = 100;

/**
 * Streams as this process last saw them. They may be outdated, so they may only be used for an append that checks the
 * revisions it relied on.
 */
export class RecentStreams {
  /** In order of last use. */
  readonly #ends = new Map<string, StreamEnd>();
  #events = 0;

  get(stream: string): StreamEnd | undefined {
    return this.#ends.get(stream);
  }

  /** Ignores an older end. */
  keep(stream: string, end: StreamEnd): void {
    const known = this.#ends.get(stream);
    if (known !== undefined && revisionOf(known) > revisionOf(end)) return;
    this.forget(stream);
    const last = end.events.at(-1);
    if (last === undefined) return;
    const stored = end.events.length <= eventsPerStreamMax ? end : { events: [last], isWhole: false };
    this.#ends.set(stream, stored);
    this.#events += stored.events.length;
    for (const oldest of this.#ends.keys()) {
      if (this.#events <= eventsMax) return;
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
