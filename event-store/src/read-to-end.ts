import type { EventLog, RecordedEvent } from './event-log.ts';

const pageSize = 500;

/** A stream's events from `first` to `last`, or to its end: in pages, because it may be of any length. */
export async function readToEnd(
  log: EventLog,
  stream: string,
  { first = 0, last = Number.POSITIVE_INFINITY } = {},
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let from = first; from <= last; from += pageSize) {
    const limit = Math.min(pageSize, last - from + 1);
    const page = await log.readStream(stream, { direction: 'forwards', from, limit });
    events.push(...page);
    if (page.length < limit) break;
  }
  return events;
}
