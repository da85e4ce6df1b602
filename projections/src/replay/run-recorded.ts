import { randomUUID } from 'node:crypto';
import type { ReplayKind } from '@matgyo/contracts/endpoints/operations';
import { underLock } from '@matgyo/event-store/postgres/session-lock';
import type pg from 'pg';
import { countEvents } from '../read-models/moments/moments.ts';
import type { ReadModelName } from '../tables.ts';
import {
  closeReplay,
  createReplayRecords,
  enterReplay,
  noteProgress,
  type ReplayEnd,
  replayLock,
} from './replay-records.ts';

export interface RecordedWork {
  /** Aborts when the replay is cancelled, or the program ends. */
  readonly signal: AbortSignal;
  /** Called with the number of events processed since the last call. */
  readonly onProgress: (events: number) => void;
  /** Called with the number of events that a continued build has already processed. */
  readonly onResumed: (events: number) => void;
}

export interface RecordedReplay {
  readonly pool: pg.Pool;
  /** An existing record. Undefined: a new one is created. */
  readonly id: string | undefined;
  readonly readModel: ReadModelName;
  readonly kind: ReplayKind;
  readonly signal: AbortSignal;
}

const noteEveryMs = 500;

/**
 * Runs a replay that other processes can watch and cancel, and whose outcome can be looked up: its record is updated
 * twice a second.
 *
 * @throws RebuildUnderWay and what the work throws; the record is closed in any case
 */
export async function runRecorded<T>(
  { pool, id: requestedId, readModel, kind, signal }: RecordedReplay,
  work: (recorded: RecordedWork) => Promise<{ readonly result: T; readonly end: ReplayEnd }>,
): Promise<T> {
  const id = requestedId ?? randomUUID();
  return underLock(pool, replayLock(id), async (client) => {
    await createReplayRecords(client);
    if (requestedId === undefined) await enterReplay(client, { id, readModel, kind, startedBy: null });
    return watched(client, { pool, id, signal }, work);
  });
}

async function watched<T>(
  client: pg.PoolClient,
  { pool, id, signal }: Pick<RecordedReplay, 'pool' | 'signal'> & { readonly id: string },
  work: Parameters<typeof runRecorded<T>>[1],
): Promise<T> {
  const cancelled = new AbortController();
  const expected = await countEvents(pool);
  let applied = 0;
  let resumed = 0;
  const startedAt = performance.now();
  const note = async (): Promise<void> => {
    const events = resumed + applied;
    const eventsPerSecond = applied / Math.max(0.001, (performance.now() - startedAt) / 1000);
    const answer = await noteProgress(client, id, {
      events,
      total: Math.max(expected, events),
      eventsPerSecond,
    });
    if (answer === 'cancel') cancelled.abort();
  };
  await note();
  let noting = Promise.resolve();
  // A failed update is superseded by the next one; the record's end is written separately.
  const timer = setInterval(() => {
    noting = noting.then(note).catch(() => {});
  }, noteEveryMs);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await noting;
  };
  try {
    const { result, end } = await work({
      signal: AbortSignal.any([signal, cancelled.signal]),
      onProgress: (events) => {
        applied += events;
      },
      onResumed: (events) => {
        resumed = events;
      },
    });
    await stop();
    await note();
    await closeReplay(client, id, end);
    return result;
  } catch (error) {
    await stop();
    const end = endOf(error, cancelled.signal.aborted, signal.aborted);
    await closeReplay(client, id, end).catch(() => {});
    throw error;
  }
}

function endOf(error: unknown, isCancelled: boolean, isInterrupted: boolean): ReplayEnd {
  if (isCancelled) return { state: 'cancelled' };
  if (isInterrupted) return { state: 'interrupted' };
  return { state: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
}
