import type { RecordedEvent, SqlStatement } from '@matgyo/event-store/event-log';
import {
  EventLogCorrupt,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '@matgyo/event-store/event-log-errors';
import { defaultWritingMs, pauseMsMax } from './command-times.ts';
import { DraftLog, type DraftOptions } from './draft-log.ts';
import type { Ledger } from './execute-on-stream.ts';
import type { RecentStreams } from './recent-streams.ts';
import type { LedgerLog } from './stream-history.ts';
import { type QueueEntry, StreamContended, streamQueueOf } from './stream-queue.ts';
import type { Timing } from './timing.ts';

export interface OneAppend<Result> {
  readonly ledger: Ledger;
  readonly recent: RecentStreams;
  /** Streams with new ids, which only this work can create. They are not read first. */
  readonly newStreams: readonly string[];
  /** May be called several times, each time with a new draft: it must have no effects but appends to its log. */
  readonly work: (ledger: Ledger<LedgerLog>) => Promise<Result>;
  /** SQL statements that write rows in the same transaction as the events. Not called if there is nothing to append. */
  readonly sqlStatements: (result: Result) => readonly SqlStatement[];
}

export interface OneAppended<Result> {
  readonly result: Result;
  /** The appended events in log order; empty if there was nothing to append. */
  readonly events: readonly RecordedEvent[];
}

/**
 * Runs `work` on a draft of the log, and then appends all its events in one transaction, on condition that no stream
 * that it read has changed. If one has, the work runs again on a new draft (docs/decisions/commands.md).
 *
 * The first attempt uses the streams as this process last saw them. A refusal, or a result without events, is not checked
 * by an append, so the work then runs again on the current log. Needs a log with the `appendScope` `streams`, or
 * `transaction` if there are SQL statements.
 *
 * @throws what `work` throws; nothing was appended
 * @throws StreamContended if streams kept changing for `defaultWritingMs`; nothing was appended
 * @throws SqlStatementRefused if an SQL statement was refused; nothing was appended
 * @throws EventLogUnavailable if the log did not reply; `outcome` says whether the events may have been appended
 */
export async function asOneAppend<Result>(one: OneAppend<Result>): Promise<OneAppended<Result>> {
  const { timing } = one.ledger;
  const deadline = timing.elapsed() + defaultWritingMs;
  // Kept between attempts: who has waited for a stream and finds it changed is the next to write to it.
  const entered = new Map<string, QueueEntry>();
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const appended = await attemptOn(one, { fromMemory: attempt === 0, deadline, entered });
        if (appended !== undefined) return appended;
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        if (timing.elapsed() >= deadline) throw new StreamContended(error.stream);
        // The first conflict only shows that the remembered streams were outdated, so there is no other writer to wait
        // for.
        if (attempt > 0) await pause(timing);
      }
    }
  } finally {
    for (const { leave } of entered.values()) leave();
  }
}

/** Random, so that writers do not collide again. */
const pause = (timing: Timing) => timing.sleep(1 + Math.floor(timing.random() * pauseMsMax));

interface Attempt extends Pick<DraftOptions, 'fromMemory' | 'entered'> {
  readonly deadline: number;
}

/** One attempt. Undefined: the work has to run again on the current log, as remembered streams may be outdated. */
async function attemptOn<Result>(
  { ledger, recent, newStreams, work, sqlStatements }: OneAppend<Result>,
  { fromMemory, deadline, entered }: Attempt,
): Promise<OneAppended<Result> | undefined> {
  const { log } = ledger;
  const draft = new DraftLog({
    log,
    queues: streamQueueOf(log),
    entered,
    recent,
    newStreams: new Set(newStreams),
    fromMemory,
  });
  try {
    let result: Result;
    try {
      result = await work({ ...ledger, log: draft });
    } catch (refusal) {
      if (draft.reliesOnMemory) return undefined;
      await draft.refuseInconsistentReads();
      throw refusal;
    }
    if (draft.isEmpty) return draft.reliesOnMemory ? undefined : { result, events: [] };
    return { result, events: await sendUntilKnown(draft, sqlStatements(result), ledger.timing, deadline) };
  } catch (error) {
    // After a restore the log is intact and only the remembered streams are wrong.
    const isRestored = error instanceof EventLogCorrupt && draft.reliesOnMemory;
    if (isRestored || error instanceof WrongExpectedRevision) draft.forget();
    if (!isRestored) throw error;
  }
}

/**
 * Sends a draft, again and again while the outcome is unknown, because the log recognizes a repeat and then returns the
 * recorded events. A conflict after an unknown outcome means that the draft was not written and cannot be any more,
 * because one of its streams has changed.
 */
async function sendUntilKnown(
  draft: DraftLog,
  sqlStatements: readonly SqlStatement[],
  timing: Timing,
  deadline: number,
): Promise<readonly RecordedEvent[]> {
  for (let isUnknown = false; ; isUnknown = true) {
    try {
      return await draft.send(sqlStatements);
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
      if (error.outcome === 'none' && !isUnknown) throw error;
      if (timing.elapsed() >= deadline) throw new EventLogUnavailable('unknown', { cause: error });
      await pause(timing);
    }
  }
}
