import { pause } from '@matgyo/event-store/deadline';
import type { Position } from '@matgyo/event-store/event-log';
import { createBuild, markReordered } from '../builds.ts';
import { CheckpointLocked, CheckpointMoved, isLocked } from '../checkpoint.ts';
import { withClient } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { bringForward } from '../replay/bring-forward.ts';
import { rebuild } from '../replay/rebuild.ts';
import { groupOf, type ReadModelGroup, type ReadModelName, readModelGroupNames } from '../tables.ts';
import { type Departure, delayAfter, Feed, type FeedOptions } from './feed.ts';
import { faultOf } from './projection-logger.ts';
import { Projector } from './projector.ts';
import { SharedProjector, type SharedProjectorOptions } from './shared-projector.ts';

const haltedLookMs = 5_000;
/** Poll intervals for a locked checkpoint: a swap locks it for milliseconds, a forgotten transaction for hours. */
const lookMsMin = 10;
const lookMsMax = 500;

/** What updates the read models of one group. */
interface LedGroup {
  readonly models: readonly ReadModel[];
  readonly shared: SharedProjector;
  readonly feed: Feed;
}

export interface LedProjectionsOptions
  extends Pick<FeedOptions, 'log' | 'logger'>,
    Pick<SharedProjectorOptions, 'models' | 'pool' | 'audience'> {
  /** How long events gather for the later read models, to be written together. */
  readonly gatherMs: number;
  readonly signal: AbortSignal;
  /** Called when a read model has caught up or halted. */
  readonly onArrived: (name: ReadModelName) => void;
}

/**
 * The read models that this process leads. Each is opened (created, or rebuilt for a newer version), catches up, and is
 * then updated by its group's feed together with the others. After a failure it is reopened after a delay; if its
 * checkpoint is locked, once that is free; if it halted, it is checked periodically in case a rebuilt one has replaced
 * it.
 */
export class LedProjections {
  readonly #options: LedProjectionsOptions;
  readonly #ending = new AbortController();
  readonly #groups: Readonly<Record<ReadModelGroup, LedGroup>>;
  readonly #work = new Set<Promise<void>>();
  #rebuilding: Promise<void> = Promise.resolve();

  constructor(options: LedProjectionsOptions) {
    const signal = AbortSignal.any([options.signal, this.#ending.signal]);
    this.#options = { ...options, signal };
    this.#groups = { awaited: this.#groupOf('awaited'), later: this.#groupOf('later') };
  }

  #groupOf(group: ReadModelGroup): LedGroup {
    const models = this.#options.models.filter(({ name }) => groupOf(name) === group);
    const shared = new SharedProjector({
      ...this.#options,
      group,
      models,
      onLeft: (left) => {
        for (const model of left) this.#begin(this.#bring(this.#projectorOf(model)));
      },
    });
    const feed = new Feed({
      ...this.#options,
      shared,
      gatherMs: group === 'later' ? this.#options.gatherMs : 0,
      onDeparture: (projector, departure) => this.#onDeparture(projector, departure),
    });
    return { models, shared, feed };
  }

  /** Brings the later read models up to this position without gathering events. */
  hurry(position: Position): void {
    this.#groups.later.feed.hurry(position);
  }

  /** Starts the projections: those at the same position at once, the others once they have caught up. */
  async #start({ models, shared }: LedGroup): Promise<void> {
    await shared.takeOver();
    for (const { name } of models.filter((model) => shared.has(model))) this.#options.onArrived(name);
    const others = models.filter((model) => !shared.has(model)).map((model) => this.#projectorOf(model));
    const opened = await Promise.all(others.map(async (one) => ((await this.#open(one)) ? [one] : [])));
    const ready = opened.flat();
    const furthest = ready
      .map(({ position }) => position)
      .toSorted()
      .at(-1);
    const together = shared.isEmpty ? furthest : shared.position;
    for (const projector of ready)
      if (projector.position === together && !projector.checkpoint.halted) this.#carry(projector);
      else this.#begin(this.#catchUp(projector));
  }

  /** Runs them until the signal aborts, then waits for pending work. Rejects when the log cannot be followed. */
  async run(): Promise<void> {
    const groups = readModelGroupNames.map((group) => this.#groups[group]);
    const follow = async (led: LedGroup): Promise<void> => {
      await this.#start(led);
      await led.feed.run(this.#options.signal);
    };
    const running = groups.map((led) => follow(led).finally(() => this.#ending.abort()));
    try {
      await Promise.all(running);
    } finally {
      await Promise.allSettled(running);
      while (this.#work.size > 0) await Promise.allSettled(this.#work);
    }
  }

  #begin(work: Promise<void>): void {
    const finished = work
      .catch((error) => this.#options.logger.error({ fault: faultOf(error) }, 'projection gave up'))
      .finally(() => {
        this.#work.delete(finished);
      });
    this.#work.add(finished);
  }

  #projectorOf(model: ReadModel): Projector {
    return new Projector({ ...this.#options, model });
  }

  async #bring(projector: Projector): Promise<void> {
    const isOpen = await this.#open(projector);
    if (isOpen && !this.#options.signal.aborted) await this.#catchUp(projector);
  }

  #carry(projector: Projector): void {
    this.#groups[groupOf(projector.model.name)].feed.join(projector);
    this.#options.onArrived(projector.model.name);
  }

  /** False if it cannot continue from its position; its recovery has then already started. */
  async #open(projector: Projector): Promise<boolean> {
    const { pool, logger } = this.#options;
    const { model, schema } = projector;
    try {
      await withClient(pool, async (client) => {
        await createBuild(client, model, schema);
        await markReordered(client, model, schema);
      });
      const checkpoint = await projector.open();
      if (checkpoint === undefined) throw new Error(`${schema} is gone`);
      const { version } = checkpoint;
      if (version === model.version) return true;
      if (version > model.version)
        logger.error(
          { projection: model.name, version },
          'projection was written by newer software and is not updated',
        );
      else this.#begin(this.#rebuildNext(projector));
    } catch (error) {
      this.#onDeparture(projector, { kind: 'failed', error });
    }
    return false;
  }

  /**
   * Until then the older version's tables serve unchanged. One at a time, because a rebuild takes three connections.
   */
  async #rebuildNext(projector: Projector): Promise<void> {
    const { log, pool, logger, signal } = this.#options;
    const { model } = projector;
    const rebuilding = this.#rebuilding.then(async () => {
      signal.throwIfAborted();
      logger.info({ projection: model.name, version: model.version }, 'projection is being rebuilt');
      const { kind } = await rebuild({ log, pool, model, logger, signal });
      logger.info({ projection: model.name, outcome: kind }, 'projection was rebuilt');
      if (kind === 'halted') throw new Error(`the rebuild of ${model.name} halted`);
    });
    this.#rebuilding = rebuilding.catch(() => {});
    try {
      await rebuilding;
    } catch (error) {
      return this.#onDeparture(projector, { kind: 'failed', error });
    }
    await this.#bring(projector);
  }

  /** Reads the log up to its current end, so that the feed does not have to wait for it. */
  async #catchUp(projector: Projector): Promise<void> {
    const { log, signal } = this.#options;
    try {
      if ((await bringForward({ log, projector, signal })) === 'halted')
        this.#onDeparture(projector, { kind: 'halted' });
      else this.#carry(projector);
    } catch (error) {
      this.#onDeparture(projector, { kind: 'failed', error });
    }
  }

  #onDeparture(projector: Projector, departure: Departure): void {
    const { logger, signal } = this.#options;
    if (signal.aborted) return;
    if (departure.kind === 'halted') {
      this.#options.onArrived(projector.model.name);
      this.#begin(this.#whenReplaced(projector));
      return;
    }
    const fields = { projection: projector.model.name, fault: faultOf(departure.error) };
    if (departure.error instanceof CheckpointLocked) {
      logger.info(fields, 'projection waits until its checkpoint is unlocked');
      this.#begin(this.#whenFree(projector));
      return;
    }
    if (departure.error instanceof CheckpointMoved)
      logger.info(fields, 'projection continues at its current checkpoint');
    else logger.warn(fields, 'projection failed and is retried');
    const again = pause(delayAfter(departure.error), signal);
    this.#begin(again.then(() => (signal.aborted ? undefined : this.#bring(projector))));
  }

  async #whenFree(projector: Projector): Promise<void> {
    const { pool, signal } = this.#options;
    let lookMs = lookMsMin;
    do {
      await pause(lookMs, signal);
      lookMs = Math.min(lookMs * 2, lookMsMax);
    } while (!signal.aborted && (await isLocked(pool, projector.schema).catch(() => false)));
    if (!signal.aborted) await this.#bring(projector);
  }

  /** Resolves when a rebuilt build has replaced it, or it was moved. */
  async #whenReplaced({ model, checkpoint }: Projector): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      await pause(haltedLookMs, signal);
      const projector = this.#projectorOf(model);
      const now = await projector.open().catch(() => checkpoint);
      if (now?.build !== checkpoint.build || now.position !== checkpoint.position)
        return signal.aborted ? undefined : this.#bring(projector);
    }
  }
}
