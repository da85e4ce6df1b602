import { type EventLog, logStart, type Position } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import { InvariantBroken } from '@matgyo/ledger/invariant';
import type pg from 'pg';
import { driveTrade, TradeNotFinished, type TradeProcess } from './trade-process.ts';
import {
  forgetTrade,
  moveCheckpoint,
  noteBatch,
  noteFailure,
  readCheckpoint,
  type TakenTrade,
  takeIdleTrades,
} from './trade-process-store.ts';
import type { StepActor } from './trade-step.ts';

export { migrateTradeProcess } from './trade-process-migrations.ts';
export { listStuckTrades, retryStuckTrade } from './trade-process-store.ts';

export interface TradeProcessManagerOptions {
  readonly process: TradeProcess<EventLog>;
  readonly pool: pg.Pool;
  /** Ends the manager: no further trade is taken, those in hand get a moment to finish. */
  readonly signal: AbortSignal;
  /** Called for every failure that will be retried. */
  readonly onError?: (error: unknown) => void;
  readonly pace?: Partial<Pace>;
}

interface Pace {
  /** How long a trade must be idle before another process takes it over. */
  readonly idleMs: number;
  /** How often idle trades are looked for. */
  readonly pollMs: number;
  /** How often a manager that does not lead tries to. */
  readonly electionMs: number;
}

const usualPace: Pace = { idleMs: 5_000, pollMs: 2_500, electionMs: 3_000 };
/** Trades driven at the same time; each holds one connection for milliseconds at a time. */
const mostAtOnce = 4;
/** Longer than one drive can take, so that two polls do not take the same trade. */
const leaseMs = 30_000;
/** What follows soon is noted together: nothing looks at the list for seconds. */
const restMs = 100;
const longestBackoffMs = 60_000;
/** How long a manager that ends waits for trades in hand. Whatever is left goes on at the next start. */
const drainMs = 2_000;
/** Any number: it only has to be the same for every backend. */
const leaderLock = 7_266_101;

const manager: StepActor = { actorId: 'process-manager', actorRole: 'system' };

/**
 * Finishes interrupted trades (docs/ledger.md): follows the trades' streams from a checkpoint of
 * its own, takes those that have been under way and idle for 5 seconds, and drives them to rest with the same
 * code as a request. Of several backends one leads, by a session's advisory lock; two would do no harm.
 *
 * Runs until aborted, through lost connections and an unavailable log; never rejects for those.
 */
export async function runTradeProcessManager(options: TradeProcessManagerOptions): Promise<void> {
  const { pool, process, signal, onError = () => {} } = options;
  const { electionMs } = { ...usualPace, ...options.pace };
  while (!signal.aborted) {
    try {
      await leadWhileElected(pool, signal, (leading) => lead(options, leading));
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await process.ledger.timing.sleep(electionMs, signal);
  }
}

/** Runs `lead` while this session holds the lock; the signal it gets aborts when the session is lost. */
async function leadWhileElected(
  pool: pg.Pool,
  signal: AbortSignal,
  lead: (leading: AbortSignal) => Promise<void>,
): Promise<void> {
  const session = await pool.connect();
  const lost = new AbortController();
  const onLost = () => lost.abort();
  session.on('error', onLost);
  session.on('end', onLost);
  let elected = false;
  try {
    const { rows } = await session.query<{ elected: boolean }>('select pg_try_advisory_lock($1) as elected', [
      leaderLock,
    ]);
    elected = rows[0]?.elected === true;
    if (elected) await lead(AbortSignal.any([signal, lost.signal]));
  } finally {
    session.off('error', onLost);
    session.off('end', onLost);
    // Given back first: the lock of a session that is merely ended lives on for a moment, and whoever stands for
    // election then is refused. A session that may still hold it does not go back to the pool.
    if (elected && !lost.signal.aborted)
      await session.query('select pg_advisory_unlock($1)', [leaderLock]).catch(() => {});
    session.release(elected);
  }
}

/** All parts run until one of them fails or the signal aborts; then all end. */
async function lead(options: TradeProcessManagerOptions, signal: AbortSignal): Promise<void> {
  const either = new AbortController();
  const leading = AbortSignal.any([signal, either.signal]);
  const parts = [followTrades(options, leading), finishIdleTrades(options, leading)];
  const outcomes = await Promise.allSettled(parts.map((part) => part.finally(() => either.abort())));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Keeps the list of trades under way. */
async function followTrades(
  { process, pool, pace }: TradeProcessManagerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { log, timing } = process.ledger;
  const { idleMs } = { ...usualPace, ...pace };
  const followFrom = async (from: Position): Promise<void> => {
    let after = from;
    for await (const batch of log.subscribeAll({ after, filter: { streamPrefixes: ['trade-'] }, signal })) {
      await noteBatch(pool, after, batch, idleMs);
      after = batch.position;
      await timing.sleep(restMs, signal);
    }
  };
  try {
    await followFrom((await readCheckpoint(pool)).position);
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
    await followFrom(await findPlaceAgain(log, pool));
  }
}

/**
 * The log does not know the checkpoint's position: it was restored, or moved to another adapter. The last event
 * names the place; a log without that event is another one, and is read from its start. Reading a trade's events
 * again does no harm: one that rests is left alone.
 */
async function findPlaceAgain(log: EventLog, pool: pg.Pool): Promise<Position> {
  const { position, eventId } = await readCheckpoint(pool);
  const found = eventId === null ? undefined : await log.positionOf(eventId);
  const place = found ?? logStart;
  await moveCheckpoint(pool, position, place);
  return place;
}

/** Looks for idle trades and drives them, a few at a time. */
async function finishIdleTrades(options: TradeProcessManagerOptions, signal: AbortSignal): Promise<void> {
  const { process, pool, pace } = options;
  const { timing } = process.ledger;
  const { pollMs } = { ...usualPace, ...pace };
  const inHand = new Set<Promise<void>>();
  while (!signal.aborted) {
    const most = mostAtOnce - inHand.size;
    const taken = most > 0 ? await takeIdleTrades(pool, { most, leaseMs }) : [];
    for (const trade of taken) {
      const driven = finishTrade(options, trade).finally(() => inHand.delete(driven));
      inHand.add(driven);
    }
    // With hands full the next free one takes the next trade at once.
    const pause = timing.sleep(pollMs, signal);
    await (inHand.size === mostAtOnce ? Promise.race([pause, ...inHand]) : pause);
  }
  await Promise.race([Promise.all(inHand), timing.sleep(drainMs)]);
}

async function finishTrade(
  { process, pool, onError = () => {} }: TradeProcessManagerOptions,
  taken: TakenTrade,
): Promise<void> {
  const { tradeId, attempts } = taken;
  try {
    await driveTrade(process, manager, tradeId);
    await forgetTrade(pool, taken);
  } catch (error) {
    onError(error);
    const againInMs = Math.min(longestBackoffMs, 1_000 * 2 ** Math.min(attempts, 6));
    await noteFailure(pool, tradeId, { cause: causeOf(error), againInMs }).catch(onError);
  }
}

/** What admins see: the kind of failure, and the rule if it is ours. Never a message of another library. */
function causeOf(error: unknown): string {
  if (error instanceof TradeNotFinished && error.cause !== undefined) return causeOf(error.cause);
  if (error instanceof InvariantBroken) return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : 'unknown';
}
