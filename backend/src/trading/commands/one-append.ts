import type { CompanionStatement, RecordedEvent } from '@matgyo/event-store/event-log';
import {
  EventLogCorrupt,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '@matgyo/event-store/event-log-errors';
import { DraftLog } from './draft-log.ts';
import type { Ledger } from './execute-on-stream.ts';
import type { RecentStreams } from './recent-streams.ts';
import type { LedgerLog } from './stream-history.ts';
import { StreamContended, streamQueueOf } from './stream-queue.ts';
import type { Timing } from './timing.ts';
import { longestPauseMs, usualWritingMs } from './writing-times.ts';

export interface OneAppend<Result> {
  readonly ledger: Ledger;
  readonly recent: RecentStreams;
  /** Streams that this work is the first to know of. */
  readonly newStreams: readonly string[];
  /** May be done again, on another draft; its effects are its appends and nothing else. */
  readonly work: (ledger: Ledger<LedgerLog>) => Promise<Result>;
  /** Written with the events, or not at all. */
  readonly companions: (result: Result) => readonly CompanionStatement[];
}

export interface OneAppended<Result> {
  readonly result: Result;
  /** In the order of the log; none if there was nothing to append. */
  readonly events: readonly RecordedEvent[];
}

/**
 * Does `work` on a draft of the log and appends what it appended as one, all or nothing, if no stream it read has moved.
 * First on what this process remembers of the streams; what is refused, or has nothing to append, on that is decided
 * again on what the log holds. Needs `LogCapabilities.appendsTogether`.
 *
 * Throws what `work` throws, `StreamContended`, `CompanionRefused`, `EventLogUnavailable`.
 */
export async function asOneAppend<Result>(one: OneAppend<Result>): Promise<OneAppended<Result>> {
  const { timing } = one.ledger;
  const deadline = timing.now() + usualWritingMs;
  for (let attempt = 0; ; attempt += 1) {
    const attempted = await attemptOn(one, { fromMemory: attempt === 0, deadline });
    if (!('again' in attempted)) return attempted;
    if (attempted.again === 'on what is there') continue;
    if (timing.now() >= deadline) throw new StreamContended(attempted.again.stream);
    // The first conflict only says that memory was stale.
    if (attempt > 0) await pause(timing);
  }
}

/** Spread, so that writers part. */
const pause = (timing: Timing) => timing.sleep(1 + Math.floor(timing.random() * longestPauseMs));

interface Again {
  readonly again: 'on what is there' | WrongExpectedRevision;
}

const fresh: Again = { again: 'on what is there' };

async function attemptOn<Result>(
  { ledger, recent, newStreams, work, companions }: OneAppend<Result>,
  { fromMemory, deadline }: { readonly fromMemory: boolean; readonly deadline: number },
): Promise<OneAppended<Result> | Again> {
  const { log } = ledger;
  const draft = new DraftLog({
    log,
    turns: streamQueueOf(log),
    recent,
    newStreams: new Set(newStreams),
    fromMemory,
  });
  try {
    const done = await onDraft(draft, () => work({ ...ledger, log: draft }));
    if ('again' in done) return done;
    if (draft.isEmpty) return draft.reliesOnMemory ? fresh : { ...done, events: [] };
    const events = await sendSurely(draft, companions(done.result), ledger.timing, deadline);
    return { ...done, events };
  } catch (error) {
    const isConflict = error instanceof WrongExpectedRevision;
    // After a restore the log is sound, and only what is remembered of it is not.
    if (!isConflict && !(error instanceof EventLogCorrupt && draft.reliesOnMemory)) throw error;
    draft.forget();
    return isConflict ? { again: error } : fresh;
  } finally {
    draft.end();
  }
}

async function onDraft<Result>(
  draft: DraftLog,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | Again> {
  try {
    return { result: await work() };
  } catch (refusal) {
    if (draft.reliesOnMemory) return fresh;
    await draft.refuseTorn();
    throw refusal;
  }
}

/**
 * Sends a draft, and again while it is unknown what became of it: the log knows a repeat. A conflict then means that the
 * draft was never written and can no more be, for a stream it relies on has moved for good.
 */
async function sendSurely(
  draft: DraftLog,
  companions: readonly CompanionStatement[],
  timing: Timing,
  deadline: number,
): Promise<readonly RecordedEvent[]> {
  for (let isUnknown = false; ; isUnknown = true) {
    try {
      return await draft.send(companions);
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
      if (error.outcome === 'none' && !isUnknown) throw error;
      if (timing.now() >= deadline) throw new EventLogUnavailable('unknown', { cause: error });
      await pause(timing);
    }
  }
}
