import type { Position } from '@matgyo/event-store/event-log';
import type { ReadModelName } from '../tables.ts';
import type { Announced } from '../write-batch.ts';

/** What this process has just committed to read models. */
export interface Commit {
  /** These now show the log up to `position`; halted, they show no more than that until they are helped. */
  readonly names: readonly ReadModelName[];
  readonly position: Position;
  readonly halted: boolean;
  /** What was announced with it, if anything was. */
  readonly change: Announced | undefined;
}

/** Hands on what is committed to those who wait for it in the same process. */
export class Commits {
  readonly #listeners = new Set<(commit: Commit) => void>();

  /** Returns how to stop it. */
  listen(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(commit: Commit): void {
    for (const listener of this.#listeners) listener(commit);
  }
}
