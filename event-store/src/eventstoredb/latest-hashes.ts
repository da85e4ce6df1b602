import type { RecordedEvent } from '../event-log.ts';
import { LruCache } from '../lru-cache.ts';

const streamsMax = 10_000;

/**
 * The hash of the latest event this process has read or appended in each recently used stream. Events never change, so
 * a hash kept here need not be read again.
 */
export class LatestHashes {
  readonly #latest = new LruCache<{ readonly revision: number; readonly hash: string }>(streamsMax);

  learn({ stream, revision, metadata }: RecordedEvent): void {
    const latest = this.#latest.get(stream);
    if (latest === undefined || latest.revision <= revision)
      this.#latest.set(stream, { revision, hash: metadata.hash });
  }

  /** The hash of the event at `revision`, if it is the stream's latest event kept here. */
  hashAt(stream: string, revision: number): string | undefined {
    const latest = this.#latest.get(stream);
    return latest?.revision === revision ? latest.hash : undefined;
  }
}
