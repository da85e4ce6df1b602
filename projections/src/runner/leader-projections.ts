import { pause } from '@matgyo/event-store/deadline';
import type { Position } from '@matgyo/event-store/event-log';
import { createBuild, markReordered } from '../builds.ts';
import { CheckpointLocked, CheckpointMoved, isLocked } from '../checkpoint.ts';
import { withClient } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { catchUp } from '../replay/catch-up.ts';
import { rebuild } from '../replay/rebuild.ts';
import { groupOf, type ReadModelGroup, type ReadModelName, readModelGroupNames } from '../tables.ts';
import { delayAfter, Feed, type FeedOptions, type Stop } from './feed.ts';
import { faultOf } from './projection-logger.ts';
import { furthestOf, Projector } from './projector.ts';
import { SharedProjector, type SharedProjectorOptions } from './shared-projector.ts';

const haltedPollMs = 5_000;
/** Poll intervals for a locked checkpoint: a swap locks it for milliseconds, a forgotten transaction for hours. */
const pollMsMin = 10;
const pollMsMax = 500;

/** The read models of one group with the objects that update them. */
interface GroupRunner {
  readonly models: readonly ReadModel[];
  readonly shared: SharedProjector;
  readonly feed: Feed;
}

export interface LeaderProjectionsOptions
  extends Pick<FeedOptions, 'log' | 'logger'>,
    Pick<SharedProjectorOptions, 'models' | 'pool' | 'listeners'> {
  /** How long events gather for the later read models, to be written together. */
  readonly gatherMs: number;
  readonly signal: AbortSignal;
  /** Called when a read model has caught up or halted, also in a rebuild. */
  readonly onArrived: (name: ReadModelName) => void;
}

/**
 * Updates the read models while this process is the leader. Each read model is opened: its tables are created, or
 * rebuilt for a newer version. It then reads the log up to the end and joins its group's feed, which updates it
 * together with the others.
 *
 * A read model that stops is opened again: after failures after growing delays, with a locked checkpoint once the lock
 * is gone, and one that halted once a rebuilt one has replaced it, for which it is polled.
 */
export class LeaderProjections {
  readonly #options: LeaderProjectionsOptions;
  readonly #ending = new AbortController();
  readonly #groups: Readonly<Record<ReadModelGroup, GroupRunner>>;
  readonly #work = new Set<Promise<void>>();
  /** How often in a row a read model has failed since it was last in its feed. */
  readonly #failures = new Map<ReadModelName, number>();
  #rebuilding: Promise<void> = Promise.resolve();

  constructor(options: LeaderProjectionsOptions) {
    const signal = AbortSignal.any([options.signal, this.#ending.signal]);
    this.#options = { ...options, signal };
    this.#groups = { awaited: this.#groupOf('awaited'), later: this.#groupOf('later') };
  }

  #groupOf(group: ReadModelGroup): GroupRunner {
    const models = this.#options.models.filter(({ name }) => groupOf(name) === group);
    const shared = new SharedProjector({
      ...this.#options,
      group,
      models,
      onLeft: (left) => {
        for (const model of left) this.#runInBackground(this.#openAndCatchUp(this.#projectorOf(model)));
      },
    });
    const feed = new Feed({
      ...this.#options,
      shared,
      gatherMs: group === 'later' ? this.#options.gatherMs : 0,
      onStopped: (projector, stop) => this.#onStopped(projector, stop),
    });
    return { models, shared, feed };
  }

  /** A caller waits for the group `later` to reach this position, so events up to there are written at once. */
  hurry(position: Position): void {
    this.#groups.later.feed.hurry(position);
  }

  /** Starts a group's read models: those at the same position at once, the others once they have caught up. */
  async #start({ models, shared }: GroupRunner): Promise<void> {
    await shared.takeOver();
    for (const { name } of models.filter((model) => shared.has(model))) this.#options.onArrived(name);
    const others = models.filter((model) => !shared.has(model)).map((model) => this.#projectorOf(model));
    const opened = await Promise.all(others.map(async (one) => ((await this.#open(one)) ? [one] : [])));
    const ready = opened.flat();
    const together = shared.isEmpty ? furthestOf(ready) : shared.position;
    for (const projector of ready)
      if (projector.position === together && !projector.checkpoint.halted) this.#joinFeed(projector);
      else this.#runInBackground(this.#catchUp(projector));
  }

  /** Runs them until the signal aborts, then waits for pending work. Rejects when the log cannot be followed. */
  async run(): Promise<void> {
    const groups = readModelGroupNames.map((group) => this.#groups[group]);
    const follow = async (group: GroupRunner): Promise<void> => {
      await this.#start(group);
      await group.feed.run(this.#options.signal);
    };
    const running = groups.map((group) => follow(group).finally(() => this.#ending.abort()));
    try {
      await Promise.all(running);
    } finally {
      await Promise.allSettled(running);
      while (this.#work.size > 0) await Promise.allSettled(this.#work);
    }
  }

  #runInBackground(work: Promise<void>): void {
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

  async #openAndCatchUp(projector: Projector): Promise<void> {
    const isOpen = await this.#open(projector);
    if (isOpen && !this.#options.signal.aborted) await this.#catchUp(projector);
  }

  #joinFeed(projector: Projector): void {
    this.#failures.delete(projector.model.name);
    this.#groups[groupOf(projector.model.name)].feed.join(projector);
    this.#options.onArrived(projector.model.name);
  }

  /** Opens a read model. False if it cannot continue from its position; its recovery has then already started. */
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
      else this.#runInBackground(this.#rebuildNext(projector));
    } catch (error) {
      this.#onStopped(projector, { kind: 'failed', error });
    }
    return false;
  }

  /**
   * Rebuilds the tables for a newer version. Until that is done, queries read the older version's tables, which do not
   * change. Read models are rebuilt one at a time, because a rebuild takes three connections.
   */
  async #rebuildNext(projector: Projector): Promise<void> {
    const { log, pool, logger, signal } = this.#options;
    const { model } = projector;
    const rebuilding = this.#rebuilding.then(async () => {
      signal.throwIfAborted();
      logger.info({ projection: model.name, version: model.version }, 'projection is being rebuilt');
      const { kind } = await rebuild({ log, pool, model, logger, signal });
      logger.info({ projection: model.name, outcome: kind }, 'projection was rebuilt');
      if (kind !== 'halted') return;
      this.#options.onArrived(model.name);
      throw new Error(`the rebuild of ${model.name} halted`);
    });
    this.#rebuilding = rebuilding.catch(() => {});
    try {
      await rebuilding;
    } catch (error) {
      return this.#onStopped(projector, { kind: 'failed', error });
    }
    await this.#openAndCatchUp(projector);
  }

  /** Reads the log up to its current end, so that the feed does not have to wait for it. */
  async #catchUp(projector: Projector): Promise<void> {
    const { log, signal } = this.#options;
    try {
      if ((await catchUp({ log, projector, signal })) === 'halted')
        this.#onStopped(projector, { kind: 'halted' });
      else this.#joinFeed(projector);
    } catch (error) {
      this.#onStopped(projector, { kind: 'failed', error });
    }
  }

  #onStopped(projector: Projector, stop: Stop): void {
    const { logger, signal } = this.#options;
    if (signal.aborted) return;
    if (stop.kind === 'halted') {
      this.#options.onArrived(projector.model.name);
      this.#runInBackground(this.#whenReplaced(projector));
      return;
    }
    const { name } = projector.model;
    const fields = { projection: name, fault: faultOf(stop.error) };
    if (stop.error instanceof CheckpointLocked) {
      logger.info(fields, 'projection waits until its checkpoint is unlocked');
      this.#runInBackground(this.#whenFree(projector));
      return;
    }
    if (stop.error instanceof CheckpointMoved)
      logger.info(fields, 'projection continues at its current checkpoint');
    else logger.warn(fields, 'projection failed and is retried');
    const failures = (this.#failures.get(name) ?? 0) + 1;
    if (!(stop.error instanceof CheckpointMoved)) this.#failures.set(name, failures);
    const again = pause(delayAfter(stop.error, failures), signal);
    this.#runInBackground(again.then(() => (signal.aborted ? undefined : this.#openAndCatchUp(projector))));
  }

  async #whenFree(projector: Projector): Promise<void> {
    const { pool, signal } = this.#options;
    let pollMs = pollMsMin;
    do {
      await pause(pollMs, signal);
      pollMs = Math.min(pollMs * 2, pollMsMax);
    } while (!signal.aborted && (await isLocked(pool, projector.schema).catch(() => false)));
    if (!signal.aborted) await this.#openAndCatchUp(projector);
  }

  /** Waits until a halted read model was replaced by a rebuilt one, or was moved to another position, and opens it. */
  async #whenReplaced({ model, checkpoint }: Projector): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      await pause(haltedPollMs, signal);
      const projector = this.#projectorOf(model);
      const now = await projector.open().catch(() => checkpoint);
      if (now?.build !== checkpoint.build || now.position !== checkpoint.position)
        return signal.aborted ? undefined : this.#openAndCatchUp(projector);
    }
  }
}
