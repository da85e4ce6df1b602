import type { RecordedEvent, SqlStatement } from '@matgyo/event-store/event-log';
import {
  EventLogCorrupt,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '@matgyo/event-store/event-log-errors';
import { defaultWritingMs, pauseMsMax } from './command-times.ts';
import { DraftLog } from './draft-log.ts';
import type { Ledger } from './execute-on-stream.ts';
import type { RecentStreams } from './recent-streams.ts';
import type { LedgerLog } from './stream-history.ts';
import { StreamContended, streamQueueOf } from './stream-queue.ts';
import type { Timing } from './timing.ts';

export interface OneAppend<Result> {
  readonly ledger: Ledger;
  readonly recent: RecentStreams;
  /** Streams that this work creates. */
  readonly newStreams: readonly string[];
  /** May be called again on another draft, so its only effects must be its appends. */
  readonly work: (ledger: Ledger<LedgerLog>) => Promise<Result>;
  /** Rows written together with the events. */
  readonly sqlStatements: (result: Result) => readonly SqlStatement[];
}

export interface OneAppended<Result> {
  readonly result: Result;
  /** In log order; empty if there was nothing to append. */
  readonly events: readonly RecordedEvent[];
}

/**
 * Runs `work` on a draft of the log and appends its events as one, if no stream it read has changed. First decides on
 * remembered streams; a refusal or an empty result on those is decided again on the log. Needs a
 * log that appends to several streams together.
 *
 * Throws what `work` throws, `StreamContended`, `SqlStatementRefused`, `EventLogUnavailable`.
 */
export async function asOneAppend<Result>(one: OneAppend<Result>): Promise<OneAppended<Result>> {
  const { timing } = one.ledger;
  const deadline = timing.now() + defaultWritingMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const appended = await attemptOn(one, { fromMemory: attempt === 0, deadline });
      if (appended !== undefined) return appended;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      if (timing.now() >= deadline) throw new StreamContended(error.stream);
      // The first conflict only shows that the memory was outdated.
      if (attempt > 0) await pause(timing);
    }
  }
}

/** Random, so that writers do not collide again. */
const pause = (timing: Timing) => timing.sleep(1 + Math.floor(timing.random() * pauseMsMax));

/** Undefined: to be decided again on the log, because the remembered streams may be wrong. */
async function attemptOn<Result>(
  { ledger, recent, newStreams, work, sqlStatements }: OneAppend<Result>,
  { fromMemory, deadline }: { readonly fromMemory: boolean; readonly deadline: number },
): Promise<OneAppended<Result> | undefined> {
  const { log } = ledger;
  const draft = new DraftLog({
    log,
    queues: streamQueueOf(log),
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
  } finally {
    draft.end();
  }
}

/**
 * Sends a draft, repeatedly while the outcome is unknown; the log recognizes repeats. A conflict then means that the
 * draft was not and cannot be written, because a stream has moved on.
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
      if (timing.now() >= deadline) throw new EventLogUnavailable('unknown', { cause: error });
      await pause(timing);
    }
  }
}
