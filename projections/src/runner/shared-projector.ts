import { pause } from '@matgyo/event-store/deadline';
import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { CheckpointMoved, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { CannotApply, type Folded, foldBatch } from '../fold-batch.ts';
import type { LoggedEvent } from '../logged-event.ts';
import type { ReadModel } from '../read-model.ts';
import {
  joinShared,
  leaveShared,
  readSharedCheckpoint,
  type SharedCheckpoint,
  sharedCheckpointMove,
  sharingBuilds,
} from '../shared-checkpoint.ts';
import type { ReadModelGroup } from '../tables.ts';
import { WorkingRows } from '../working-rows.ts';
import { writeBatch } from '../write-batch.ts';
import type { Commit } from './commits.ts';
import { type CommitListeners, furthestOf, type Projector } from './projector.ts';

const retryMsMin = 10;
const retryMsMax = 500;

export interface SharedProjectorOptions {
  readonly group: ReadModelGroup;
  /** All models of the group, which may be written together. */
  readonly models: readonly ReadModel[];
  readonly pool: pg.Pool;
  readonly listeners: CommitListeners;
  readonly signal: AbortSignal;
  /** Called with the models that left and have to catch up separately. */
  readonly onLeft: (models: readonly ReadModel[]) => void;
}

/**
 * Writes all read models of a group at the same position: a batch is folded into each, and written in one statement
 * with one checkpoint. A model that cannot apply an event leaves before that batch is written, and the others continue.
 */
export class SharedProjector {
  readonly #options: SharedProjectorOptions;
  readonly #members = new Map<ReadModel, WorkingRows>();
  #at: SharedCheckpoint | undefined;

  constructor(options: SharedProjectorOptions) {
    this.#options = options;
  }

  /** Removes read models from the shared checkpoint that other software wrote, or that are not among these. */
  async takeOver(): Promise<void> {
    const { pool, group, models } = this.#options;
    const versions = new Map(models.map(({ name, version }) => [liveSchema(name), version]));
    const strangers = (await sharingBuilds(pool, group)).filter(
      ({ schema, version }) => versions.get(schema) !== version,
    );
    if (strangers.length > 0)
      await leaveShared(
        pool,
        group,
        strangers.map(({ schema }) => schema),
      );
    await this.open();
  }

  /** Loads the shared checkpoint's current position and its members. */
  async open(): Promise<void> {
    const { pool, group, models, onLeft } = this.#options;
    // Read before the members: if one joins or leaves meanwhile, the first batch finds another generation.
    const at = await readSharedCheckpoint(pool, group);
    const checkpoints = await Promise.all(models.map(({ name }) => readCheckpoint(pool, liveSchema(name))));
    const before = [...this.#members.keys()];
    this.#members.clear();
    for (const [index, model] of models.entries()) {
      const checkpoint = checkpoints[index];
      if (checkpoint?.shared && checkpoint.version === model.version)
        this.#members.set(model, new WorkingRows());
    }
    this.#at = at;
    this.#publish(undefined);
    const left = before.filter((model) => !this.#members.has(model));
    if (left.length > 0) onLeft(left);
  }

  get position(): Position {
    return this.checkpoint.position;
  }

  get checkpoint(): SharedCheckpoint {
    if (this.#at === undefined) throw new Error('the shared checkpoint is not open');
    return this.#at;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  has(model: ReadModel): boolean {
    return this.#members.has(model);
  }

  /** Adds read models at its position, or at any position while it has no members; returns those added. */
  async join(projectors: readonly Projector[]): Promise<ReadonlySet<Projector>> {
    const { pool } = this.#options;
    const wanted = this.isEmpty ? furthestOf(projectors) : this.position;
    const ready = projectors.filter(({ position }) => position === wanted);
    if (ready.length === 0) return new Set();
    const joining = ready.map(({ model: { name }, checkpoint }) => ({ name, at: checkpoint }));
    const result = await joinShared(pool, this.checkpoint, joining);
    if (result === undefined) throw new CheckpointMoved('the shared checkpoint is not where it was');
    this.#at = result.now;
    const joined = ready.filter(({ model }) => result.joined.has(model.name));
    for (const { model } of joined) this.#members.set(model, new WorkingRows());
    this.#publish(undefined);
    return new Set(joined);
  }

  /**
   * Applies the events that its members do not have yet.
   *
   * @throws CheckpointMoved, and what the connection throws; it then has to be reopened
   */
  async handle(events: readonly LoggedEvent[]): Promise<void> {
    const { position } = this.checkpoint;
    const batch = events.filter(({ recorded }) => recorded.position > position);
    const last = batch.at(-1)?.recorded;
    if (last === undefined || this.isEmpty) return;
    const folded = await this.#fold(batch);
    if (this.isEmpty) return;
    try {
      await this.#write(folded, last);
    } catch (error) {
      if (!(error instanceof CannotApply)) throw error;
      // One of the models cannot be written; each finds separately whether it is the cause.
      await this.#leave([...this.#members.keys()]);
    }
  }

  async #fold(batch: readonly LoggedEvent[]): Promise<readonly Folded[]> {
    const { pool } = this.#options;
    const folded: Folded[] = [];
    const leaving: ReadModel[] = [];
    for (const [model, rows] of this.#members)
      try {
        folded.push(await foldBatch(pool, { model, schema: liveSchema(model.name), rows }, batch));
      } catch (error) {
        if (!(error instanceof CannotApply)) throw error;
        leaving.push(model);
      }
    if (leaving.length > 0) await this.#leave(leaving);
    return folded;
  }

  /** Waits while the checkpoint is locked, as it is briefly when a read model joins or leaves. */
  async #write(folded: readonly Folded[], last: LoggedEvent['recorded']): Promise<void> {
    const { pool, group, listeners, signal } = this.#options;
    const publishing = { writer: group, wakeOthersAs: listeners.wakeOthersAs } as const;
    for (let lockedMs = retryMsMin; ; lockedMs = Math.min(lockedMs * 2, retryMsMax)) {
      const from = this.checkpoint;
      const move = (parts: Parameters<typeof sharedCheckpointMove>[0]) =>
        sharedCheckpointMove(parts, from, last);
      const written = await writeBatch(pool, { move, folded, publishing });
      if (written.moved) {
        this.#at = { ...from, position: last.position, eventId: last.id };
        this.#publish(written.change);
        return;
      }
      const { position, generation } = await readSharedCheckpoint(pool, group);
      if (position !== from.position || generation !== from.generation)
        throw new CheckpointMoved('the shared checkpoint is not where it was');
      await pause(lockedMs, signal);
      signal.throwIfAborted();
    }
  }

  #publish(change: Commit['change']): void {
    const names = [...this.#members.keys()].map(({ name }) => name);
    this.#options.listeners.commits.emit('commit', { names, position: this.position, halted: false, change });
  }

  async #leave(models: readonly ReadModel[]): Promise<void> {
    const { pool, group, onLeft } = this.#options;
    const schemas = models.map(({ name }) => liveSchema(name));
    const now = await leaveShared(pool, group, schemas, this.checkpoint);
    if (now === undefined) throw new CheckpointMoved('the shared checkpoint is not where it was');
    this.#at = now;
    for (const model of models) this.#members.delete(model);
    onLeft(models);
  }
}
