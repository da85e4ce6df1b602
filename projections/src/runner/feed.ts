import { once } from 'node:events';
import { pause } from '@matgyo/event-store/deadline';
import type { EventLog, Position, RecordedEvent } from '@matgyo/event-store/event-log';
import { Wakeups } from '@matgyo/event-store/wakeups';
import { type Checkpoint, CheckpointMoved } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import { faultOf, type ProjectionLogger } from './projection-logger.ts';
import type { Projector } from './projector.ts';
import type { SharedProjector } from './shared-projector.ts';

/** Why a projector was removed from the feed: it halted, or its batch failed with an error that may be temporary. */
export type Stop = { readonly kind: 'halted' } | { readonly kind: 'failed'; readonly error: unknown };

export interface FeedOptions {
  readonly log: EventLog;
  readonly logger: ProjectionLogger;
  readonly shared: SharedProjector;
  readonly onStopped: (projector: Projector, stop: Stop) => void;
  /**
   * How long to wait after a batch, in milliseconds, so that more events come together in the next. `hurry` ends it.
   */
  readonly gatherMs: number;
}

const batchSize = 500;
const retryMs = 500;
const retryMsMax = 30_000;
/** The shorter delay after another process moved the checkpoint, which can then be loaded again at once. */
const movedRetryMs = 10;

/** `failures`: how often it has failed in a row, with this one. */
export const delayAfter = (error: unknown, failures = 1): number =>
  error instanceof CheckpointMoved ? movedRetryMs : Math.min(retryMs * 2 ** (failures - 1), retryMsMax);

/**
 * One subscription for all read models of a group: every event is read and parsed once, and all of them process a batch
 * before the next is read, so that memory holds one batch. Read models that cannot be written with the others yet are
 * updated separately; one that cannot continue leaves, and the others continue.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #alone = new Set<Projector>();
  /** Ends the current subscription, because another position is needed; replaced for each subscription. */
  #reposition = new AbortController();
  /** Set when the shared checkpoint has to be loaded again: the delay before that. */
  #reopenAfterMs: number | undefined;
  /** The furthest position that a caller waits for. */
  #awaited = '' as Position;
  readonly #hurries = new Wakeups();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /**
   * Adds projectors. The subscription starts again at the lowest position, so the others wait until these have caught
   * up.
   */
  join(...projectors: readonly Projector[]): void {
    for (const projector of projectors) this.#alone.add(projector);
    this.#reposition.abort();
  }

  /** A caller waits for the events up to this position, so they are processed without the pause. */
  hurry(position: Position): void {
    if (position > this.#awaited) this.#awaited = position;
    this.#hurries.wake();
  }

  /** Follows the log until aborted. Rejects when the log cannot be followed. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, shared } = this.#options;
    while (!signal.aborted) {
      this.#reposition = new AbortController();
      const either = AbortSignal.any([signal, this.#reposition.signal]);
      if (!(await this.#prepareShared(signal))) continue;
      const [lowest] = this.#checkpoints().toSorted((a, b) => (a.position < b.position ? -1 : 1));
      if (lowest === undefined) {
        if (!either.aborted) await once(either, 'abort');
        continue;
      }
      const from = { after: lowest.position, afterId: lowest.eventId };
      for await (const { events, position } of log.subscribeAll({ ...from, signal: either, batchSize })) {
        await this.#handle(events);
        if (events.length < batchSize && this.#awaited <= position) await this.#gather(either);
        if (either.aborted || (shared.isEmpty && this.#alone.size === 0)) break;
      }
    }
  }

  async #gather(signal: AbortSignal): Promise<void> {
    const { gatherMs } = this.#options;
    if (gatherMs > 0) await this.#hurries.since(this.#hurries.count, gatherMs, signal);
  }

  #checkpoints(): readonly Pick<Checkpoint, 'position' | 'eventId'>[] {
    const { shared } = this.#options;
    const alone = [...this.#alone].map(({ checkpoint }) => checkpoint);
    return shared.isEmpty ? alone : [shared.checkpoint, ...alone];
  }

  /**
   * Loads the shared checkpoint if that is due, and joins the projectors that can be joined; false when it has to be
   * retried.
   */
  async #prepareShared(signal: AbortSignal): Promise<boolean> {
    const { shared } = this.#options;
    await this.#guarded(async () => {
      if (this.#reopenAfterMs !== undefined) {
        await pause(this.#reopenAfterMs, signal);
        if (signal.aborted) return;
        await shared.open();
        this.#reopenAfterMs = undefined;
      }
      await this.#joinShared();
    });
    return this.#reopenAfterMs === undefined;
  }

  async #handle(recorded: readonly RecordedEvent[]): Promise<void> {
    const { shared, onStopped } = this.#options;
    const events = recorded.map((event) => new LoggedEvent(event));
    const leave = (projector: Projector, stop: Stop): void => {
      this.#alone.delete(projector);
      onStopped(projector, stop);
    };
    await Promise.all([
      this.#guarded(() => shared.handle(events)),
      ...[...this.#alone].map(async (projector) => {
        try {
          if ((await projector.handle(events)) === 'halted') leave(projector, { kind: 'halted' });
        } catch (error) {
          leave(projector, { kind: 'failed', error });
        }
      }),
    ]);
    if (this.#reopenAfterMs === undefined) await this.#guarded(() => this.#joinShared());
  }

  async #joinShared(): Promise<void> {
    for (const projector of await this.#options.shared.join([...this.#alone])) this.#alone.delete(projector);
  }

  /** Failures may be temporary: the shared checkpoint is then loaded again. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#reopenAfterMs = delayAfter(error);
      const fields = { fault: faultOf(error) };
      if (error instanceof CheckpointMoved)
        this.#options.logger.info(fields, 'projections continue at their current checkpoint');
      else this.#options.logger.warn(fields, 'projections failed and are retried');
      this.#reposition.abort();
    }
  }
}
