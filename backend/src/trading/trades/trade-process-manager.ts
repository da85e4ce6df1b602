import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import { underFreeLock } from '@matgyo/event-store/postgres/session-lock';
import { InvariantBroken } from '@matgyo/ledger/invariant';
import type pg from 'pg';
import { driveTrade, type ProcessStepActor, TradeNotFinished, type TradeProcess } from './trade-process.ts';
import {
  type Checkpoint,
  changesStates,
  forgetTrade,
  moveCheckpoint,
  noteBatch,
  noteFailure,
  readCheckpoint,
  type TakenTrade,
  takeIdleTrades,
} from './trade-process-store.ts';

export interface TradeProcessManagerOptions {
  readonly process: TradeProcess<EventLog>;
  readonly pool: pg.Pool;
  /** Stops the manager: it takes no more trades, and those in progress get a short time to finish. */
  readonly signal: AbortSignal;
  /** Called for every failure that will be retried. */
  readonly onError?: (error: unknown) => void;
  readonly intervals?: Partial<Intervals>;
}

interface Intervals {
  /** How long a trade must be idle before another process takes it over. */
  readonly idleMs: number;
  /** How often to look for idle trades. */
  readonly pollMs: number;
  /** How often a manager that does not lead tries to become the leader. */
  readonly electionMs: number;
}

const defaultIntervals: Intervals = { idleMs: 5_000, pollMs: 2_500, electionMs: 3_000 };
/** Concurrent trades; each uses one connection for milliseconds. */
const concurrentMax = 4;
/** Longer than driving a trade takes, so that no two polls take the same one. */
const leaseMs = 30_000;
/** Collects changes into one write; the list may lag by seconds. */
const batchPauseMs = 100;
/** Events such as payment steps that may pass without a write of the checkpoint; a restart reads them again. */
const skippedMax = 500;
const backoffMsMax = 60_000;
/** How long a stopping manager waits for trades in progress. The rest continues at the next start. */
const drainMs = 2_000;
/** Any number that all backends share. */
const leaderLock = 7_266_101;

const manager: ProcessStepActor = { actorId: 'process-manager', actorRole: 'system' };

/**
 * Finishes interrupted trades (docs/ledger.md): follows trades from its own checkpoint and drives those that have
 * been idle for 5 seconds to rest, by the same code as requests. One of several backends leads, by a session advisory
 * lock; two at once would do no harm.
 *
 * Runs until aborted and survives lost connections and an unavailable log.
 */
export async function runTradeProcessManager(options: TradeProcessManagerOptions): Promise<void> {
  const { pool, process, signal, onError = () => {} } = options;
  const { electionMs } = { ...defaultIntervals, ...options.intervals };
  while (!signal.aborted) {
    try {
      await underFreeLock(pool, leaderLock, {
        work: (lost) => lead(options, AbortSignal.any([signal, lost])),
        otherwise: () => {},
      });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await process.ledger.timing.sleep(electionMs, signal);
  }
}

/** Runs all parts until one fails or the signal aborts; then ends all. */
async function lead(options: TradeProcessManagerOptions, signal: AbortSignal): Promise<void> {
  const either = new AbortController();
  const leading = AbortSignal.any([signal, either.signal]);
  const parts = [followTrades(options, leading), finishIdleTrades(options, leading)];
  const outcomes = await Promise.allSettled(parts.map((part) => part.finally(() => either.abort())));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function followTrades({ process, pool, intervals }: TradeProcessManagerOptions, signal: AbortSignal) {
  const { log, timing } = process.ledger;
  const { idleMs } = { ...defaultIntervals, ...intervals };
  const filter = { streamPrefixes: ['trade-'] };
  const followFrom = async ({ position: after, eventId: afterId }: Checkpoint): Promise<void> => {
    let stored = after;
    let skipped = 0;
    for await (const batch of log.subscribeAll({ after, afterId, filter, signal })) {
      skipped += batch.events.length;
      if (changesStates(batch) || skipped > skippedMax) {
        await noteBatch(pool, stored, batch, idleMs);
        [stored, skipped] = [batch.position, 0];
      }
      await timing.sleep(batchPauseMs, signal);
    }
  };
  try {
    await followFrom(await readCheckpoint(pool));
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
    await followFrom(await findPlaceAgain(log, pool));
  }
}

/**
 * Called when the log does not have the checkpoint's event at its position, because it was restored or moved to another
 * adapter. Continues after the event, or from the start if the log does not have it. Reading events again does no harm:
 * trades at rest are left alone.
 */
async function findPlaceAgain(log: EventLog, pool: pg.Pool): Promise<Checkpoint> {
  const { position, eventId } = await readCheckpoint(pool);
  const found = eventId === null ? undefined : await log.positionOf(eventId);
  const place = found ?? logStart;
  await moveCheckpoint(pool, position, place);
  return { position: place, eventId };
}

/** Drives idle trades, a few at a time. */
async function finishIdleTrades(options: TradeProcessManagerOptions, signal: AbortSignal): Promise<void> {
  const { process, pool, intervals } = options;
  const { timing } = process.ledger;
  const { pollMs } = { ...defaultIntervals, ...intervals };
  const inProgress = new Set<Promise<void>>();
  while (!signal.aborted) {
    const free = concurrentMax - inProgress.size;
    const taken = free > 0 ? await takeIdleTrades(pool, { limit: free, leaseMs }) : [];
    for (const trade of taken) {
      const driven = resumeTrade(options, trade).finally(() => inProgress.delete(driven));
      inProgress.add(driven);
    }
    // When all slots are taken, the next free one takes a trade without pause.
    const pause = timing.sleep(pollMs, signal);
    await (inProgress.size === concurrentMax ? Promise.race([pause, ...inProgress]) : pause);
  }
  await Promise.race([Promise.all(inProgress), timing.sleep(drainMs)]);
}

async function resumeTrade(
  { process, pool, onError = () => {} }: TradeProcessManagerOptions,
  taken: TakenTrade,
): Promise<void> {
  const { tradeId, attempts } = taken;
  try {
    await driveTrade(process, manager, tradeId);
    await forgetTrade(pool, taken);
  } catch (error) {
    onError(error);
    const againInMs = Math.min(backoffMsMax, 1_000 * 2 ** Math.min(attempts, 6));
    await noteFailure(pool, tradeId, { cause: causeOf(error), againInMs }).catch(onError);
  }
}

/** The cause shown to admins: the kind of error, or our rule's name; never another library's message. */
function causeOf(error: unknown): string {
  if (error instanceof TradeNotFinished && error.cause !== undefined) return causeOf(error.cause);
  if (error instanceof InvariantBroken) return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : 'unknown';
}
