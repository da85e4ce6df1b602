import type { EventPosition, Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { wakeOthers } from '../changes.ts';
import {
  type Checkpoint,
  checkpointMove,
  liveSchema,
  markHalted,
  readCheckpoint,
  whyNotMoved,
} from '../checkpoint.ts';
import { CannotApply, type Folded, foldBatch } from '../fold-batch.ts';
import type { LoggedEvent } from '../logged-event.ts';
import type { ReadModel } from '../read-model.ts';
import { WorkingRows } from '../working-rows.ts';
import { writeBatch } from '../write-batch.ts';
import type { Commit, Commits } from './commits.ts';
import type { ProjectionLogger } from './projection-logger.ts';

/** The listeners for commits to the live tables, in this process and in others. A rebuild has none. */
export interface CommitListeners {
  readonly commits: Commits;
  /** Set when other processes share the database; see `Publishing`. */
  readonly wakeOthersAs: string | undefined;
}

export interface ProjectorOptions {
  readonly model: ReadModel;
  readonly pool: pg.Pool;
  readonly schema?: string;
  readonly listeners?: CommitListeners | undefined;
  readonly logger: ProjectionLogger;
}

/** The result of a batch: all of it was applied, or the projector halted before an event that it cannot apply. */
export type Handled = 'applied' | 'halted';

/** The position of the one that is furthest; undefined without any. */
export const furthestOf = (projectors: readonly Projector[]): Position | undefined =>
  projectors
    .map(({ position }) => position)
    .toSorted()
    .at(-1);

/**
 * Advances one build of one read model, batch by batch, and halts it before an event it cannot apply. Used for
 * rebuilds, and for a live build that is not written together with the others at present.
 */
export class Projector {
  readonly model: ReadModel;
  readonly schema: string;
  readonly #pool: pg.Pool;
  readonly #listeners: CommitListeners | undefined;
  readonly #logger: ProjectionLogger;
  #checkpoint: Checkpoint | undefined;
  #rows = new WorkingRows();
  /** The last event that was folded. It is ahead of the checkpoint while a batch is being written. */
  #foldedTo: EventPosition | undefined;
  #writing: Promise<Handled> = Promise.resolve('applied');

  constructor({ model, pool, schema = liveSchema(model.name), listeners, logger }: ProjectorOptions) {
    this.model = model;
    this.schema = schema;
    this.#pool = pool;
    this.#listeners = listeners;
    this.#logger = logger;
  }

  /** Opens the build at its current position; undefined if there is none. */
  async open(): Promise<Checkpoint | undefined> {
    this.#rows = new WorkingRows();
    this.#foldedTo = undefined;
    this.#writing = Promise.resolve('applied');
    this.#checkpoint = await readCheckpoint(this.#pool, this.schema);
    if (this.#checkpoint !== undefined) this.#publish(this.#checkpoint.halted !== null, undefined);
    return this.#checkpoint;
  }

  get checkpoint(): Checkpoint {
    if (this.#checkpoint === undefined) throw new Error(`${this.schema} is not open`);
    return this.#checkpoint;
  }

  get position(): Position {
    return this.checkpoint.position;
  }

  /**
   * Applies the events after its position. A batch with an event that cannot be applied is applied up to that event.
   * Throws `CheckpointMoved`, `CheckpointLocked` and what the connection throws; the build then has to be reopened.
   */
  async handle(events: readonly LoggedEvent[]): Promise<Handled> {
    const { position } = this.checkpoint;
    this.#foldedTo = undefined;
    return this.#apply(events.filter(({ recorded }) => recorded.position > position));
  }

  /**
   * Like `handle`, but resolves once the events are folded and the previous batch is written; `written` resolves when
   * these are. May throw an error of the previous batch. The checkpoint moves to `end`: the last event, or a later one
   * if this read model reads none of those in between.
   */
  async foldAhead(events: readonly LoggedEvent[], end: EventPosition): Promise<Handled> {
    const rows = this.#rows;
    const { position } = this.#foldedTo ?? this.checkpoint;
    if (end.position <= position) return 'applied';
    const batch = events.filter(({ recorded }) => recorded.position > position);
    const folding = this.#fold(batch).then(
      (folded) => ({ folded }),
      (error) => ({ error }),
    );
    const [outcome, before] = [await folding, await this.written()];
    if (before === 'halted') return 'halted';
    // The previous batch was applied in halves and left no rows to continue from.
    if (rows !== this.#rows) return this.foldAhead(events, end);
    this.#foldedTo = end;
    this.#writing = this.#attempt(batch, async () => {
      if ('error' in outcome) throw outcome.error;
      await this.#write(outcome.folded, end);
    });
    this.#writing.catch(() => {});
    return 'applied';
  }

  /** Resolves once everything that was folded ahead is written. */
  written(): Promise<Handled> {
    return this.#writing;
  }

  async #apply(events: readonly LoggedEvent[]): Promise<Handled> {
    const last = events.at(-1)?.recorded;
    if (last === undefined) return 'applied';
    return this.#attempt(events, async () => this.#write(await this.#fold(events), last));
  }

  async #attempt(events: readonly LoggedEvent[], work: () => Promise<void>): Promise<Handled> {
    try {
      await work();
      return 'applied';
    } catch (error) {
      this.#rows = new WorkingRows();
      this.#foldedTo = undefined;
      if (!(error instanceof CannotApply)) throw error;
      return events.length === 1 ? this.#halt(events, error) : this.#applyInHalves(events);
    }
  }

  #fold(events: readonly LoggedEvent[]): Promise<Folded> {
    const { model, schema } = this;
    return foldBatch(this.#pool, { model, schema, rows: this.#rows }, events);
  }

  async #write(folded: Folded, end: EventPosition): Promise<void> {
    const { model, schema, checkpoint: from } = this;
    const at = { schema, from };
    const written = await writeBatch(this.#pool, {
      move: (parts) => checkpointMove(parts, at, end),
      folded: [folded],
      publishing: this.#listeners && { writer: model.name, wakeOthersAs: this.#listeners.wakeOthersAs },
    });
    if (!written.moved) throw await whyNotMoved(this.#pool, at);
    this.#checkpoint = { ...from, position: end.position, eventId: end.id, halted: null };
    this.#publish(false, written.change);
  }

  /** Applies everything before the first event that cannot be applied, by splitting the batch. */
  async #applyInHalves(events: readonly LoggedEvent[]): Promise<Handled> {
    const middle = Math.floor(events.length / 2);
    const first = await this.#apply(events.slice(0, middle));
    return first === 'halted' ? first : this.#apply(events.slice(middle));
  }

  async #halt(events: readonly LoggedEvent[], error: CannotApply): Promise<Handled> {
    const [event] = events;
    if (event === undefined) throw error;
    const { id, stream, revision, type } = event.recorded;
    const reason = error.code;
    const at = await markHalted(this.#pool, this.schema, this.checkpoint, { reason, eventId: id });
    if (this.#listeners?.wakeOthersAs !== undefined)
      await wakeOthers(this.#pool, this.#listeners.wakeOthersAs);
    this.#checkpoint = { ...this.checkpoint, halted: { at, reason, eventId: id } };
    // Callers that wait for this read model must learn that it halted.
    this.#publish(true, undefined);
    this.#logger.error(
      { projection: this.model.name, eventId: id, stream, revision, type, reason, fault: error.message },
      'projection halted before an event it cannot apply',
    );
    return 'halted';
  }

  #publish(halted: boolean, change: Commit['change']): void {
    const names = [this.model.name];
    this.#listeners?.commits.emit('commit', { names, position: this.position, halted, change });
  }
}
