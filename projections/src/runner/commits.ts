import type { EventEmitter } from 'node:events';
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
export type Commits = EventEmitter<{ commit: [Commit] }>;
