import { pause } from '@matgyo/event-store/deadline';
import type { EventLog } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { trimChanges } from '../changes.ts';
import { createChangesSchema } from '../checkpoint.ts';
import { connectionOf, openProjectionPool } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { readProgress } from '../read-progress.ts';
import type { ReadModelName } from '../tables.ts';
import { Leadership } from './leadership.ts';
import { LedProjections } from './led-projections.ts';
import { faultOf, type ProjectionLogger, silentLogger } from './projection-logger.ts';
import { WakeUpSender } from './wake-up-sender.ts';

export type { ProjectionLogger } from './projection-logger.ts';

export interface StartProjectionsOptions {
  readonly log: EventLog;
  /** Says where the database of the read models is. The runner opens connections of its own, six at most. */
  readonly pool: pg.Pool;
  /** Which read models to run; default: all. */
  readonly readModels?: readonly ReadModel[];
  /** Ends the runner: the batches under way are finished. */
  readonly signal: AbortSignal;
  readonly logger?: ProjectionLogger;
}

export interface RunningProjections {
  /**
   * Resolves once every read model shows what the log held at the start, or halted before it, whether this
   * process leads it or another. Rejects only when aborted before that.
   */
  readonly ready: Promise<void>;
  /** Resolves when everything is released after the signal aborted. */
  readonly finished: Promise<void>;
}

const writers = 5;
const statementTimeoutMs = 4_000;
const leadershipLookMs = 1_000;
const longestBackoffMs = 5_000;
const trimMs = 60_000;
const readyLookMs = 20;

/**
 * Keeps the read models up to date with the log until aborted. Of several processes one leads each read model;
 * the others stand by and take over within about a second of its end. Failures are retried for ever, with growing
 * pauses; an event that cannot be applied halts its projection alone.
 */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { log, signal, readModels = allReadModels, logger = silentLogger } = options;
  const connection = connectionOf(options.pool);
  const pool = openProjectionPool({ connection, most: writers, statementTimeoutMs });
  const arriving = new Set(readModels.map(({ name }) => name));
  const running = { log, connection, pool, readModels, logger, signal, arriving };
  const finished = Promise.allSettled([leadForEver(running), trimNowAndThen(pool, signal)])
    .then(() => pool.end())
    .catch(() => {});
  const ready = untilReady(running);
  // Whoever does not wait for it must not be ended by it.
  ready.catch(() => {});
  return { ready, finished };
}

interface Running extends Required<StartProjectionsOptions> {
  readonly connection: pg.ClientConfig;
  /** What this process may lead and has not yet tried to bring to the end of the log. */
  readonly arriving: Set<ReadModelName>;
}

async function leadForEver(running: Running): Promise<void> {
  const { signal, logger } = running;
  let backoffMs = 100;
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      await lead(running);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ fault: faultOf(error) }, 'projections stopped and are started again');
    }
    if (performance.now() - begun > longestBackoffMs) backoffMs = 100;
    await pause(backoffMs, signal);
    backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
  }
}

/** Leads what it can until aborted, or until the connection that holds the leadership is gone. */
async function lead(running: Running): Promise<void> {
  const { connection, log, pool, logger, signal, arriving } = running;
  const leadership = await Leadership.open(connection);
  const failed = new AbortController();
  const until = AbortSignal.any([signal, leadership.lost, failed.signal]);
  const led = new LedProjections({
    ...{ log, pool, logger, wakeUps: new WakeUpSender(pool), signal: until },
    onArrived: (name) => arriving.delete(name),
  });
  const carrying = led.run().catch((error) => {
    failed.abort();
    throw error;
  });
  try {
    await withClient(pool, createChangesSchema);
    await Promise.race([standForLeadership(leadership, running, led, until), carrying]);
    await carrying;
  } finally {
    failed.abort();
    await carrying.catch(() => {});
    await leadership.close();
  }
}

/** Asks for what it does not lead yet, every second while there is any. */
async function standForLeadership(
  leadership: Leadership,
  { readModels, arriving }: Running,
  led: LedProjections,
  signal: AbortSignal,
): Promise<void> {
  let wanted = readModels;
  while (wanted.length > 0 && !signal.aborted) {
    const gained = await leadership.tryToLead(wanted.map(({ name }) => name));
    if (gained.length > 0) led.add(wanted.filter(({ name }) => gained.includes(name)));
    wanted = wanted.filter(({ name }) => !gained.includes(name));
    // Those are somebody else's to bring.
    for (const { name } of wanted) arriving.delete(name);
    if (wanted.length > 0) await pause(leadershipLookMs, signal);
  }
}

async function withClient(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

async function trimNowAndThen(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(trimMs, signal);
    if (!signal.aborted) await trimChanges(pool).catch(() => {});
  }
}

async function untilReady({ log, pool, readModels, signal, arriving }: Running): Promise<void> {
  const names = readModels.map(({ name }) => name);
  let target: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    try {
      target ??= (await log.lastEvent())?.position ?? '';
      const end = target;
      const progress = new Map((await readProgress(pool, names)).map((one) => [one.name, one]));
      const arrived = readModels.every(({ name, version }) => {
        const one = progress.get(name);
        return one !== undefined && one.version === version && (one.halted || one.position >= end);
      });
      if (arrived && arriving.size === 0) return;
    } catch {
      // No tables yet, or no database: the runner tells its logger about that.
    }
    await pause(readyLookMs, signal);
  }
}
