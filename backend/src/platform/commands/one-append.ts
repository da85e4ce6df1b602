import type { CompanionStatement, RecordedEvent } from '@matgyo/event-store/event-log';
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
  readonly companions: (result: Result) => readonly CompanionStatement[];
}

export interface OneAppended<Result> {
  readonly result: Result;
  /** In log order; empty if there was nothing to append. */
  readonly events: readonly RecordedEvent[];
}

/**
 * Runs `work` on a draft of the log and appends its events as one, if no stream it read has changed. First decides on
 * remembered streams; a refusal or an empty result on those is decided again on the log. Needs
 * `LogCapabilities.appendsTogether`.
 *
 * Throws what `work` throws, `StreamContended`, `CompanionRefused`, `EventLogUnavailable`.
 */
export async function asOneAppend<Result>(one: OneAppend<Result>): Promise<OneAppended<Result>> {
  const { timing } = one.ledger;
  const deadline = timing.now() + defaultWritingMs;
  for (let attempt = 0; ; attempt += 1) {
    const attempted = await attemptOn(one, { fromMemory: attempt === 0, deadline });
    if (!('retry' in attempted)) return attempted;
    if (attempted.retry === 'on the log') continue;
    if (timing.now() >= deadline) throw new StreamContended(attempted.retry.stream);
    // The first conflict only shows that the memory was outdated.
    if (attempt > 0) await pause(timing);
  }
}

/** Random, so that writers do not collide again. */
const pause = (timing: Timing) => timing.sleep(1 + Math.floor(timing.random() * pauseMsMax));

interface Retry {
  readonly retry: 'on the log' | WrongExpectedRevision;
}

const retryOnLog: Retry = { retry: 'on the log' };

async function attemptOn<Result>(
  { ledger, recent, newStreams, work, companions }: OneAppend<Result>,
  { fromMemory, deadline }: { readonly fromMemory: boolean; readonly deadline: number },
): Promise<OneAppended<Result> | Retry> {
  const { log } = ledger;
  const draft = new DraftLog({
    log,
    queues: streamQueueOf(log),
    recent,
    newStreams: new Set(newStreams),
    fromMemory,
  });
  try {
    const done = await onDraft(draft, () => work({ ...ledger, log: draft }));
    if ('retry' in done) return done;
    if (draft.isEmpty) return draft.reliesOnMemory ? retryOnLog : { ...done, events: [] };
    const events = await sendUntilKnown(draft, companions(done.result), ledger.timing, deadline);
    return { ...done, events };
  } catch (error) {
    const isConflict = error instanceof WrongExpectedRevision;
    // After a restore the log is intact and only the remembered streams are wrong.
    if (!isConflict && !(error instanceof EventLogCorrupt && draft.reliesOnMemory)) throw error;
    draft.forget();
    return isConflict ? { retry: error } : retryOnLog;
  } finally {
    draft.end();
  }
}

async function onDraft<Result>(
  draft: DraftLog,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | Retry> {
  try {
    return { result: await work() };
  } catch (refusal) {
    if (draft.reliesOnMemory) return retryOnLog;
    await draft.refuseInconsistentReads();
    throw refusal;
  }
}

/**
 * Sends a draft, repeatedly while the outcome is unknown; the log recognizes repeats. A conflict then means that the
 * draft was not and cannot be written, because a stream has moved on.
 */
async function sendUntilKnown(
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
