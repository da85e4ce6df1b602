import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { createBuild, createChangesSchema, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { openProjectionPool } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { leadRound, type RoundContext } from './lead-round.ts';
import { type ProjectionLogger, silentLogger } from './projection-logger.ts';

export interface StartProjectionsOptions {
  readonly log: EventLog;
  /** Says where the database is; the runner's connections are its own. */
  readonly pool: pg.Pool;
  readonly signal: AbortSignal;
  readonly logger?: ProjectionLogger;
  readonly readModels?: readonly ReadModel[];
}

export interface RunningProjections {
  /** Every schema exists and has what the log held at the start. Rejects only when aborted before. */
  readonly ready: Promise<void>;
  /** After the abort: everything is released. */
  readonly finished: Promise<void>;
}

const writeConnections = 6;
const statementTimeoutMs = 30_000;
const shortestBackoffMs = 100;
const longestBackoffMs = 5_000;
const readyPollMs = 20;

/**
 * Keeps the read models up with the log until aborted. Of several processes one leads each read model; whatever
 * fails is tried again with growing pauses, except an event that cannot be applied, before which its projection
 * halts.
 */
export function startProjections({
  log,
  pool,
  signal,
  logger = silentLogger,
  readModels = allReadModels,
}: StartProjectionsOptions): RunningProjections {
  const { options: connection } = pool;
  const writing = openProjectionPool({ connection, most: writeConnections, statementTimeoutMs });
  const context: RoundContext = { log, pool: writing, connection, signal, logger, readModels };
  const prepared = retried(context, 'preparing the read models', () => prepare(context));
  const running = prepared.then(() => lead(context));
  return {
    ready: prepared.then(() => caughtUp(context)),
    finished: running.catch(() => {}).then(() => writing.end()),
  };
}

async function prepare({ pool, readModels }: RoundContext): Promise<void> {
  const client = await pool.connect();
  try {
    await createChangesSchema(client);
    for (const model of readModels) await createBuild(client, model, liveSchema(model.name));
  } finally {
    client.release();
  }
}

async function lead(context: RoundContext): Promise<void> {
  while (!context.signal.aborted)
    await retried(context, 'following the log', (progressed) => leadRound(context, progressed));
}

/** Until it succeeds or everything ends. `progressed` begins the pauses anew. */
async function retried<T>(
  { signal, logger }: RoundContext,
  what: string,
  work: (progressed: () => void) => Promise<T>,
): Promise<T> {
  let backoffMs = shortestBackoffMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work(() => {
        backoffMs = shortestBackoffMs;
      });
    } catch (error) {
      signal.throwIfAborted();
      const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      logger.warn({ what, fault }, 'projections will be tried again');
      await delay(backoffMs, undefined, { signal });
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
    }
  }
}

/** Whoever leads them, in this process or another. */
async function caughtUp(context: RoundContext): Promise<void> {
  const { log, pool, signal, readModels } = context;
  const last = await retried(context, 'reading the end of the log', () => log.lastEvent());
  if (last === undefined) return;
  const isThere = (position: Position) => position >= last.position;
  for (const { name } of readModels) {
    for (;;) {
      const checkpoint = await retried(context, 'reading a checkpoint', () =>
        readCheckpoint(pool, liveSchema(name)),
      );
      if (checkpoint !== undefined && (isThere(checkpoint.position) || checkpoint.halted !== null)) break;
      await delay(readyPollMs, undefined, { signal });
    }
  }
}
