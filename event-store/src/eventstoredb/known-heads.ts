import type { RecordedEvent, StreamHead } from '../event-log.ts';

const mostKnown = 20_000;

/**
 * Hashes of events that were read or appended lately. An event never changes, so what is known stays true; it
 * spares an append the reading of the event it continues, which its writer has just read.
 */
export class KnownHeads {
  readonly #hashes = new Map<string, string>();

  /** The last of these events is what a writer would continue. */
  know(events: readonly RecordedEvent[]): void {
    const newest = events.reduce<RecordedEvent | undefined>(
      (last, event) => (last !== undefined && last.revision > event.revision ? last : event),
      undefined,
    );
    if (newest === undefined) return;
    const key = keyOf(newest.stream, newest.revision);
    this.#hashes.delete(key);
    this.#hashes.set(key, newest.metadata.hash);
    for (const oldest of this.#hashes.keys()) {
      if (this.#hashes.size <= mostKnown) break;
      this.#hashes.delete(oldest);
    }
  }

  has(stream: string, { revision, hash }: StreamHead): boolean {
    return this.#hashes.get(keyOf(stream, revision)) === hash;
  }
}

const keyOf = (stream: string, revision: number): string => `${revision} ${stream}`;
