import type { Position, RecordedEvent } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { applyBatch, CannotApply } from '../apply-batch.ts';
import {
  type Checkpoint,
  liveSchema,
  markHalted,
  moveCheckpoints,
  readCheckpoint,
  whyNotMoved,
} from '../checkpoint.ts';
import type { LoggedEvent } from '../logged-event.ts';
import { type ReadModel, readsStream } from '../read-model.ts';
import type { ProjectionLogger } from './projection-logger.ts';

export interface ProjectorOptions {
  readonly model: ReadModel;
  readonly pool: pg.Pool;
  readonly schema?: string;
  /** Given: what changes is announced, and this is called after every commit. A rebuild announces nothing. */
  readonly onAnnounced?: (() => void) | undefined;
  readonly logger: ProjectionLogger;
}

/** Where a projector stands after a batch: at its end, or before an event that cannot be applied. */
export type Handled = 'applied' | 'halted';

/** Brings one build of one read model forward, batch by batch, and stops it before what it cannot apply. */
export class Projector {
  readonly model: ReadModel;
  readonly schema: string;
  readonly #pool: pg.Pool;
  readonly #onAnnounced: (() => void) | undefined;
  readonly #logger: ProjectionLogger;
  #checkpoint: Checkpoint | undefined;

  constructor({ model, pool, schema = liveSchema(model.name), onAnnounced, logger }: ProjectorOptions) {
    this.model = model;
    this.schema = schema;
    this.#pool = pool;
    this.#onAnnounced = onAnnounced;
    this.#logger = logger;
  }

  /** Takes up the build where it stands now; undefined when there is none. */
  async open(): Promise<Checkpoint | undefined> {
    this.#checkpoint = await readCheckpoint(this.#pool, this.schema);
    return this.#checkpoint;
  }

  get checkpoint(): Checkpoint {
    if (this.#checkpoint === undefined) throw new Error(`${this.schema} is not open`);
    return this.#checkpoint;
  }

  get position(): Position {
    return this.checkpoint.position;
  }

  /** Whether any of the events it does not have yet is of a stream it reads. */
  reads(events: readonly LoggedEvent[]): boolean {
    const { model, position } = this;
    return events.some(({ recorded }) => recorded.position > position && readsStream(model, recorded.stream));
  }

  /**
   * Lets them pass an event and those before it, none of which they read, in one statement that waits for none of
   * them. Returns those that did; the builds of the others stand elsewhere by now, or somebody holds them, and have
   * to be opened anew (`whyNotPassed`).
   */
  static async pass(
    pool: pg.Pool,
    projectors: readonly Projector[],
    to: RecordedEvent,
  ): Promise<ReadonlySet<Projector>> {
    if (projectors.length === 0) return new Set();
    const builds = projectors.map(({ schema, checkpoint }) => ({ schema, from: checkpoint }));
    const moved = await moveCheckpoints(pool, builds, to);
    const passed = projectors.filter((_, index) => moved[index]);
    for (const projector of passed) {
      const { checkpoint } = projector;
      projector.#checkpoint = { ...checkpoint, position: to.position, eventId: to.id, halted: null };
    }
    const [one] = passed;
    if (one !== undefined) one.#onAnnounced?.();
    return new Set(passed);
  }

  /** Of one that was to pass and did not: `CheckpointMoved` or `CheckpointHeld`, or what the connection throws. */
  whyNotPassed(): Promise<Error> {
    return whyNotMoved(this.#pool, { schema: this.schema, from: this.checkpoint }).catch((error) => error);
  }

  /**
   * Applies those of the events it does not have yet. A batch with an event that cannot be applied is applied up
   * to that event. Throws `CheckpointMoved`, `CheckpointHeld` and what the connection throws; the build then has to be
   * opened anew.
   */
  async handle(events: readonly LoggedEvent[]): Promise<Handled> {
    const { position } = this.checkpoint;
    return this.#apply(events.filter(({ recorded }) => recorded.position > position));
  }

  async #apply(events: readonly LoggedEvent[]): Promise<Handled> {
    const last = events.at(-1)?.recorded;
    if (last === undefined) return 'applied';
    const { model, schema, checkpoint: from } = this;
    try {
      await applyBatch(this.#pool, model, events, {
        schema,
        from,
        announce: this.#onAnnounced !== undefined,
      });
    } catch (error) {
      if (!(error instanceof CannotApply)) throw error;
      return events.length === 1 ? this.#halt(events, error) : this.#applyInHalves(events);
    }
    this.#checkpoint = { ...from, position: last.position, eventId: last.id, halted: null };
    this.#onAnnounced?.();
    return 'applied';
  }

  /** Ends at the first event that cannot be applied, with everything before it applied. */
  async #applyInHalves(events: readonly LoggedEvent[]): Promise<Handled> {
    const middle = Math.floor(events.length / 2);
    const first = await this.#apply(events.slice(0, middle));
    return first === 'halted' ? first : this.#apply(events.slice(middle));
  }

  async #halt(events: readonly LoggedEvent[], error: CannotApply): Promise<Handled> {
    const [event] = events;
    if (event === undefined) throw error;
    const { id, stream, revision, type } = event.recorded;
    const halted = { reason: error.code, eventId: id };
    await markHalted(this.#pool, this.schema, this.checkpoint, halted);
    this.#checkpoint = { ...this.checkpoint, halted };
    // Whoever waits for this one must learn that it halted.
    this.#onAnnounced?.();
    this.#logger.error(
      {
        projection: this.model.name,
        eventId: id,
        stream,
        revision,
        type,
        reason: error.code,
        fault: error.message,
      },
      'projection halted before an event it cannot apply',
    );
    return 'halted';
  }
}
