import type {
  EventFilter,
  EventLog,
  LogPage,
  Position,
  ReadFrom,
  RecordedEvent,
} from '@matgyo/event-store/event-log';

export interface PagesOptions extends ReadFrom {
  /** Most events that are scanned for one page. */
  readonly size: number;
  /** Stop after the event at this position; default: the end of the log when its last page is read. */
  readonly until?: Position | undefined;
  readonly filter?: EventFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page for which at least one event was scanned. */
export type FullPage = LogPage & { readonly end: NonNullable<LogPage['end']> };

/**
 * Reads the log page by page. While the caller processes one page, the next is read already. Throws the signal's reason
 * once the signal aborts.
 */
export async function* scannedPages(
  log: EventLog,
  { size, until, filter, signal, ...from }: PagesOptions,
): AsyncGenerator<FullPage, void, undefined> {
  const read = (from: ReadFrom) => log.readAll({ ...from, until, limit: size, filter });
  // A read that fails without being awaited would end the program.
  signal?.throwIfAborted();
  let reading = read(from);
  for (;;) {
    const { events, scanned, end } = await reading;
    if (end === undefined) return;
    const isLast = scanned < size || end.position === until;
    if (!isLast) {
      reading = read({ after: end.position });
      // Its failure is thrown where the page is awaited. If the caller stops before that, nothing awaits it.
      reading.catch(() => {});
    }
    yield { events, scanned, end };
    if (isLast) return;
    signal?.throwIfAborted();
  }
}

/** The events of the same pages, without pages that have no events. */
export async function* logPages(
  log: EventLog,
  options: PagesOptions,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  for await (const { events } of scannedPages(log, options)) if (events.length > 0) yield events;
}
