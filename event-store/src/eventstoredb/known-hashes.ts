import type { RecordedEvent } from '../event-log.ts';

const streamsMax = 10_000;

/**
 * The hash of the latest event this process has read or appended in each recently used stream. Events never change, so
 * a known hash need not be read again.
 */
export class KnownHashes {
  readonly #latest = new Map<string, { readonly revision: number; readonly hash: string }>();

  learn({ stream, revision, metadata }: RecordedEvent): void {
    const known = this.#latest.get(stream);
    this.#latest.delete(stream);
    this.#latest.set(
      stream,
      known !== undefined && known.revision > revision ? known : { revision, hash: metadata.hash },
    );
    if (this.#latest.size <= streamsMax) return;
    const [longestUnused = stream] = this.#latest.keys();
    this.#latest.delete(longestUnused);
  }

  /** The hash of the event at `revision`, if it is the stream's latest known event. */
  hashAt(stream: string, revision: number): string | undefined {
    const known = this.#latest.get(stream);
    return known?.revision === revision ? known.hash : undefined;
  }
}
