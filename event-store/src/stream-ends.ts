import type { RecordedEvent } from './event-log.ts';

/** Longer streams, like the price, are kept by their newest event only. */
const eventsPerStreamMax = 100;

/**
 * Caches the ends of streams: consecutive events up to the newest one that this process has seen. An event takes about
 * 1 kB. When there are more events than `eventsMax`, the streams that were stored the longest ago are dropped until a
 * tenth is free; `LruCache` says why not one by one.
 */
export class StreamEnds {
  readonly #eventsMax: number;
  /** In the order in which they were kept. */
  readonly #ends = new Map<string, readonly RecordedEvent[]>();
  #events = 0;

  constructor(eventsMax: number) {
    this.#eventsMax = eventsMax;
  }

  /** Undefined or at least one event. */
  get(stream: string): readonly RecordedEvent[] | undefined {
    return this.#ends.get(stream);
  }

  /** Ignores an older end. */
  keep(stream: string, end: readonly RecordedEvent[]): void {
    const last = end.at(-1);
    const current = this.#ends.get(stream)?.at(-1);
    if (last === undefined || (current !== undefined && current.revision > last.revision)) return;
    this.forget(stream);
    const kept = end.length <= eventsPerStreamMax ? end : [last];
    this.#ends.set(stream, kept);
    this.#events += kept.length;
    if (this.#events <= this.#eventsMax) return;
    const left = Math.ceil(this.#eventsMax * 0.9);
    for (const oldest of this.#ends.keys()) {
      if (this.#events <= left) return;
      this.forget(oldest);
    }
  }

  forget(stream: string): void {
    this.#events -= this.#ends.get(stream)?.length ?? 0;
    this.#ends.delete(stream);
  }
}
