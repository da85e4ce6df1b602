import type { Position } from '@matgyo/event-store/event-log';
import type { ReadModelName } from '../tables.ts';
import type { PublishedChange } from '../write-batch.ts';

export interface Commit {
  /** These now show the log up to `position`; halted ones stay there until repaired. */
  readonly names: readonly ReadModelName[];
  readonly position: Position;
  readonly halted: boolean;
  readonly change: PublishedChange | undefined;
}

/** Publishes commits to waiting calls in the same process. */
export class Commits {
  readonly #listeners = new Set<(commit: Commit) => void>();

  /** Returns the function that ends the subscription. */
  listen(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(commit: Commit): void {
    for (const listener of this.#listeners) listener(commit);
  }
}
