import { testAll } from '../../../test/test-all.ts';
import type { EventFilter, EventLog, ReadFrom, RecordedEvent } from '../event-log.ts';

export interface FollowUntilOptions extends ReadFrom {
  readonly filter?: EventFilter;
  readonly batchSize?: number;
}

/** Shortly before the test's own limit. */
const deadlineMs = testAll ? 590_000 : 230_000;

/** Follows the log until `enough` of the events seen so far; rejects when that takes longer than the deadline. */
export async function followUntil(
  log: EventLog,
  options: FollowUntilOptions,
  enough: (seen: readonly RecordedEvent[]) => boolean,
): Promise<readonly RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  const signal = AbortSignal.timeout(deadlineMs);
  for await (const batch of log.subscribeAll({ ...options, signal })) {
    seen.push(...batch.events);
    if (enough(seen)) return seen;
  }
  throw new Error(`only ${seen.length} events within ${deadlineMs} ms`);
}
