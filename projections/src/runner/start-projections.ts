import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { pause } from '@matgyo/event-store/deadline';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import type pg from 'pg';
import { createProjectionsSchema } from '../builds.ts';
import { trimChanges } from '../changes.ts';
import { liveSchema, readCheckpoints } from '../checkpoint.ts';
import { CannotRun, newerTables } from '../program-fault.ts';
import { connectionOf, openProjectionPool, withClient } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { nextSchema } from '../replay/swap.ts';
import type { ReadModelName } from '../tables.ts';
import { LeaderProjections } from './leader-projections.ts';
import { type Leadership, openLeadership } from './leadership.ts';
import { faultOf, type ProjectionLogger, silentLogger } from './projection-logger.ts';
import type { CommitListeners } from './projector.ts';

export interface StartProjectionsOptions {
  readonly log: EventLog;
  /** Names the read models' database. The runner opens up to six connections of its own. */
  readonly pool: pg.Pool;
  /** Which read models to run; default: all. */
  readonly readModels?: readonly ReadModel[];
  /** No other process uses the database, so none has to be woken. Default: others may. */
  readonly alone?: boolean;
  /** How long events gather for the later read models, unless someone waits for them. Default: 30 ms. */
  readonly gatherMs?: number;
  /** Stops the runner after the current batches. */
  readonly signal: AbortSignal;
  readonly logger?: ProjectionLogger;
}

export type RunningProjections = ReturnType<typeof startProjections>;

const writers = 5;
const statementTimeoutMs = 4_000;
const leadershipLookMs = 1_000;
const backoffMsMax = 5_000;
const trimMs = 60_000;
const readyLookMs = 20;
const defaultGatherMs = 30;

/**
 * Keeps the read models up to date with the log until aborted. One of several processes is the leader; the others stand
 * by and take over within about a second of its end. Failures are retried indefinitely, with growing delays; an event
 * that cannot be applied halts only its projection.
 */
export function startProjections(options: StartProjectionsOptions) {
  const { readModels = allReadModels, logger = silentLogger, gatherMs = defaultGatherMs } = options;
  const connection = connectionOf(options.pool);
  const pool = openProjectionPool({ connection, connectionsMax: writers, statementTimeoutMs });
  const arriving = new Set(readModels.map(({ name }) => name));
  const name = randomUUID();
  const listeners: CommitListeners = {
    commits: new EventEmitter(),
    wakeOthersAs: options.alone ? undefined : name,
  };
  const own = { connection, pool, arriving, listeners, leading: undefined };
  const running: Running = { ...options, readModels, logger, gatherMs, ...own };
  const finished = Promise.allSettled([leadForEver(running), trimNowAndThen(pool, options.signal)])
    .then(() => pool.end())
    .catch(() => {});
  const ready = untilReady(running);
  // An unawaited rejection must not crash the process.
  ready.catch(() => {});
  return {
    /**
     * Resolves once every read model has reached the end of the log at the start, or has halted before it, also in a
     * rebuild, in this process or another. Rejects when aborted before that, and with CannotRun if one is of a newer
     * version.
     */
    ready,
    /** Resolves when everything is released after the signal aborted. */
    finished,
    /** Sent with every wake-up of this process. */
    name,
    /** Commits of this process while it is the leader. */
    commits: listeners.commits,
    /** Whether `commits` has all commits; otherwise another process leads, or none yet. */
    leads: () => running.leading !== undefined,
    /** Brings the later read models up to this position without gathering events, if this process leads. */
    hurry: (position: Position) => running.leading?.hurry(position),
  };
}

interface Running extends Required<Omit<StartProjectionsOptions, 'alone'>> {
  readonly connection: pg.ClientConfig;
  /** The read models this process may lead and has not yet tried to bring to the end of the log. */
  readonly arriving: Set<ReadModelName>;
  readonly listeners: CommitListeners;
  /** Set while this process leads. */
  leading: LeaderProjections | undefined;
}

async function leadForEver(running: Running): Promise<void> {
  const { signal, logger } = running;
  let backoffMs = 100;
  while (!signal.aborted) {
    const startedMs = performance.now();
    try {
      await lead(running);
    } catch (error) {
      if (signal.aborted) return;
      // Retrying does not help if the log contradicts the checkpoints.
      const level = error instanceof EventLogCorrupt ? 'error' : 'warn';
      logger[level]({ fault: faultOf(error) }, 'projections stopped and are restarted');
    }
    if (performance.now() - startedMs > backoffMsMax) backoffMs = 100;
    await pause(backoffMs, signal);
    backoffMs = Math.min(backoffMs * 2, backoffMsMax);
  }
}

/** Leads once no other process does, until aborted, or until the leadership connection is lost. */
async function lead(running: Running): Promise<void> {
  const leadership = await openLeadership(running.connection);
  const signal = AbortSignal.any([running.signal, leadership.lost]);
  try {
    if (!(await standForLeadership(leadership, running, signal))) return;
    await withClient(running.pool, createProjectionsSchema);
    const leading = new LeaderProjections({
      ...running,
      models: running.readModels,
      signal,
      onArrived: (name) => running.arriving.delete(name),
    });
    running.leading = leading;
    await leading.run();
  } finally {
    running.leading = undefined;
    await leadership.close();
  }
}

/** Tries every second; false when aborted before it leads. */
async function standForLeadership(
  leadership: Leadership,
  { arriving, logger }: Running,
  signal: AbortSignal,
): Promise<boolean> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    if (await leadership.tryToLead()) return true;
    if (isFirst) logger.info({}, 'another process keeps the read models up to date');
    // Another process brings them up to date.
    arriving.clear();
    await pause(leadershipLookMs, signal);
  }
  return false;
}

async function trimNowAndThen(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(trimMs, signal);
    if (!signal.aborted) await trimChanges(pool).catch(() => {});
  }
}

async function untilReady({ log, pool, readModels, signal, arriving }: Running): Promise<void> {
  const schemas = readModels.flatMap(({ name }) => [liveSchema(name), nextSchema(name)]);
  let target: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    try {
      target ??= (await log.lastEvent())?.position ?? '';
      const end = target;
      const checkpoints = await readCheckpoints(pool, schemas);
      const arrived = readModels.every(({ name, version }) => {
        const [live, next] = [checkpoints.get(liveSchema(name)), checkpoints.get(nextSchema(name))];
        if (live !== undefined && live.version > version) throw newerTables();
        if (live?.version === version) return live.halted !== null || live.position >= end;
        return next?.version === version && next.halted !== null;
      });
      if (arrived && arriving.size === 0) return;
    } catch (error) {
      if (error instanceof CannotRun) throw error;
      // No tables yet, or no database: the runner logs that.
    }
    await pause(readyLookMs, signal);
  }
}
