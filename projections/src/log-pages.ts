import type {
  EventFilter,
  EventLog,
  LogPage,
  Position,
  ReadFrom,
  RecordedEvent,
} from '@matgyo/event-store/event-log';

export interface PagesOptions extends ReadFrom {
  /** Most events a page covers. */
  readonly size: number;
  /** Stop after the event at this position; default: the end of the log when its last page is read. */
  readonly until?: Position | undefined;
  readonly filter?: EventFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page that covers at least one event. */
export type FullPage = LogPage & { readonly end: NonNullable<LogPage['end']> };

/** The log in pages; reads the next page while the caller processes one. Throws the signal's reason once it aborts. */
export async function* coveredPages(
  log: EventLog,
  { size, until, filter, signal, ...from }: PagesOptions,
): AsyncGenerator<FullPage, void, undefined> {
  const read = (from: ReadFrom) => log.readAll({ ...from, until, limit: size, filter });
  // A read that fails with nobody awaiting it would end the program.
  signal?.throwIfAborted();
  let reading = read(from);
  for (;;) {
    const { events, covered, end } = await reading;
    if (end === undefined) return;
    const isLast = covered < size || end.position === until;
    if (!isLast) {
      reading = read({ after: end.position });
      // Awaited in the next round, unless the reader stops before that.
      reading.catch(() => {});
    }
    yield { events, covered, end };
    if (isLast) return;
    signal?.throwIfAborted();
  }
}

/** The events of these pages; no list of them is empty. */
export async function* logPages(
  log: EventLog,
  options: PagesOptions,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  for await (const { events } of coveredPages(log, options)) if (events.length > 0) yield events;
}
