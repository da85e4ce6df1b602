import type { EventLog, Position, RecordedEvent } from '@matgyo/event-store/event-log';

export interface PagesOptions {
  readonly after: Position;
  /** Most events in a page. */
  readonly size: number;
  /** Stop after the event at this position; default: the end of the log when its last page is read. */
  readonly until?: Position | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The log in pages; reads the next page while the caller processes one. Throws the signal's reason once it aborts. */
export async function* logPages(
  log: EventLog,
  { after, size, until, signal }: PagesOptions,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let reading = log.readAll({ after, limit: size });
  for (;;) {
    signal?.throwIfAborted();
    const page = await reading;
    const last = page.at(-1);
    if (last === undefined) return;
    const ends = page.length < size || (until !== undefined && last.position >= until);
    if (!ends) {
      reading = log.readAll({ after: last.position, limit: size });
      // Awaited in the next round, unless the reader stops before that.
      reading.catch(() => {});
    }
    const wanted = until === undefined ? page : page.filter(({ position }) => position <= until);
    if (wanted.length > 0) yield wanted;
    if (ends) return;
  }
}
