import type { ChainedEvent, ExpectedHead, NewEvent, StreamHead } from '@matgyo/ledger/proof/stream-chain';

export type { ExpectedHead, NewEvent, StreamHead };

/**
 * A position in the order of the whole log, in the adapter's notation. Opaque, but comparable: of two positions of one
 * log the later is the greater string. Internal: API clients name a point in the log by the id of the last event
 * included (`RecordedEvent.id`).
 */
export type Position = string & { readonly __brand: 'Position' };

/** Before the first event. */
export const logStart = '' as Position;

/** An event as stored in the log. */
export interface RecordedEvent extends ChainedEvent {
  readonly position: Position;
}

export interface ReadStreamOptions {
  readonly direction: 'forwards' | 'backwards';
  /** First revision to read (inclusive); default: the stream's start, or its end when reading backwards. */
  readonly from?: number;
  /** At most this many events. */
  readonly limit: number;
}

/** Where a reader continues. */
export interface ReadFrom {
  /** Exclusive: the position of the last event the reader has handled. */
  readonly after: Position;
  /**
   * That event, where the reader knows it. If another is at its position, the log was replaced by an older copy that
   * has grown since: `EventLogCorrupt`, as for a position without an event.
   */
  readonly afterId?: string | null | undefined;
}

export interface ReadAllOptions extends ReadFrom {
  /** Inclusive; default: the end of the log. */
  readonly until?: Position | undefined;
  /** At most this many events are scanned. Those that the filter leaves out count too. */
  readonly limit: number;
  readonly filter?: EventFilter | undefined;
}

/**
 * A part of the log. Fewer events than the limit were scanned only if the log or the requested range ends there, so
 * such a page is the last one.
 */
export interface LogPage {
  /** The scanned events that the filter lets through, in log order. */
  readonly events: readonly RecordedEvent[];
  /** How many events were scanned, including those that the filter left out. */
  readonly scanned: number;
  /** The last event that was scanned, which the filter may have left out. Undefined if there was none. */
  readonly end: EventPosition | undefined;
}

/** An event's id and its position in the log. */
export type EventPosition = Pick<RecordedEvent, 'id' | 'position'>;

/** Narrows to streams whose names start with one of these. */
export interface StreamFilter {
  readonly streamPrefixes: readonly string[];
}

/** Narrows a read of the whole log. */
export interface EventFilter extends StreamFilter {
  /** To events of other types than these. */
  readonly exceptTypes?: readonly string[] | undefined;
}

/** Whether a filter lets an event through; without a filter, every event. */
export function passesFilter(
  filter: EventFilter | undefined,
): (event: Pick<RecordedEvent, 'stream' | 'type'>) => boolean {
  if (filter === undefined) return () => true;
  const { streamPrefixes, exceptTypes = [] } = filter;
  return ({ stream, type }) =>
    streamPrefixes.some((prefix) => stream.startsWith(prefix)) && !exceptTypes.includes(type);
}

/** The page of these scanned events, for adapters whose database does not filter. */
export const pageOf = (scanned: readonly RecordedEvent[], filter: EventFilter | undefined): LogPage => ({
  events: scanned.filter(passesFilter(filter)),
  scanned: scanned.length,
  end: scanned.at(-1),
});

export interface SubscribeOptions extends ReadFrom {
  readonly filter?: StreamFilter;
  /** Ends the subscription: the iterator returns. */
  readonly signal: AbortSignal;
  /** Most events in one batch. Default 500. */
  readonly batchSize?: number;
}

/**
 * Events in log order. `position` is the subscriber's position after handling the batch: that of the last
 * event, so a checkpoint never gets ahead of the handled events.
 */
export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
}

export interface AppendResult {
  /** The appended events as recorded, or, for a recognised repeat, as they were recorded then. */
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
}

export interface AppendOptions {
  /**
   * ISO 8601, a time read from the database's own clock. From then on the append is refused, however late
   * it arrives. Ignored without `LogCapabilities.refusesLateAppends`.
   */
  readonly validUntil?: string | undefined;
}

/** One stream's part of an append; see `EventLog.append`. */
export interface StreamAppend {
  readonly stream: string;
  readonly expected: ExpectedHead;
  readonly events: readonly NewEvent[];
}

/** A stream that an append relies on without writing to it. */
export interface UnchangedStream {
  readonly stream: string;
  readonly expected: ExpectedHead;
}

/** The last event of a stream. */
export interface NamedHead extends StreamHead {
  readonly stream: string;
}

/**
 * An SQL statement that the log's database runs in the append's transaction, for example to store a command's reply.
 * It runs while all other appends wait, so it must not wait for rows that others may lock for long.
 */
export interface SqlStatement {
  /** SQL with parameters `$1`, `$2` and so on. Use few different texts: each session keeps all of them prepared. */
  readonly text: string;
  /** The values of the parameters. */
  readonly values: readonly (string | null)[];
}

export interface AppendTogetherOptions extends AppendOptions {
  /** Streams that must not have changed since the writer read them. */
  readonly unchanged?: readonly UnchangedStream[];
  /** Run if and only if the events are written, not for a repeat. Needs `LogCapabilities.runsSqlStatements`. */
  readonly sqlStatements?: readonly SqlStatement[];
}

/** Optional features of a log. */
export interface LogCapabilities {
  /** Supports `appendTogether`. */
  readonly appendsTogether: boolean;
  /** Supports `AppendTogetherOptions.sqlStatements`. */
  readonly runsSqlStatements: boolean;
  /**
   * Supports `AppendOptions.validUntil`: a lost append cannot arrive any more once that time and a deadline of the log
   * have passed. Without it, such an append may arrive at any time.
   */
  readonly refusesLateAppends: boolean;
}

/** A stream of which the log's server hides events from readers because of a setting. */
export interface WithheldStream {
  readonly stream: string;
  readonly why: string;
}

/**
 * The event log: streams of events, and one total order over all of them.
 *
 * Every method has its own deadline and rejects with one of the errors of `event-log-errors.ts`:
 * `WrongExpectedRevision`, `EventLogUnavailable`, `EventLogCorrupt`, `InvalidAppend`; `appendTogether` also with
 * `SqlStatementRefused` and `UnsupportedByLog`.
 */
export interface EventLog {
  readonly capabilities: LogCapabilities;

  /** The events of one stream; an unknown stream is empty. */
  readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Appends 1 to 500 events to one stream, all or none, durable when it resolves.
   *
   * - The stream does not end where `expected` says: `WrongExpectedRevision`, nothing written.
   * - Exception: it already has exactly these event ids right after `expected`. Then the result is the same as
   *   the first time (a retry of an append whose reply was lost).
   * - `EventLogUnavailable` with `outcome: 'unknown'` means that the events may have been written: read
   *   the stream before deciding again. `outcome: 'none'` means they were not, and never will be.
   */
  append(
    stream: string,
    expected: ExpectedHead,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>;

  /**
   * Appends to several streams, all or none, in the log one after the other in the order given, at most 500 events in
   * all. A stream may occur again: it is then expected where its part before ends. Without
   * `LogCapabilities.appendsTogether` it rejects with `UnsupportedByLog`.
   *
   * - A stream written to or `unchanged` is not where it is expected: `WrongExpectedRevision` names it.
   * - The streams already hold exactly these events: the same result as the first time; `unchanged` is ignored.
   * - An SQL statement breaks a constraint or raises an exception: `SqlStatementRefused`, nothing written.
   */
  appendTogether(
    appends: readonly StreamAppend[],
    options?: AppendTogetherOptions,
  ): Promise<readonly AppendResult[]>;

  /** One page of the whole log in order. No event can appear later before the page's end. */
  readAll(options: ReadAllOptions): Promise<LogPage>;

  /**
   * Follows the whole log from a position in batches until aborted; reconnects after lost connections.
   * An event is delivered once to one iterator and in log order. A position beyond the end is refused with
   * `EventLogCorrupt`, because silently skipping is worse than stopping.
   */
  subscribeAll(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** The position of an event, or undefined if the log does not have it. May scan the log. */
  positionOf(eventId: string): Promise<Position | undefined>;

  /** Streams with events hidden from readers. May read the whole log. */
  withheld(): Promise<readonly WithheldStream[]>;

  /**
   * The head of every stream at a position: its last event up to there, ordered by stream name, in
   * lists. Streams that began later are not among them. Where the log has no index of streams, it is read whole.
   */
  headsUpTo(position: Position): AsyncIterable<readonly NamedHead[]>;

  /** The last event of the log, or undefined while it is empty. */
  lastEvent(): Promise<RecordedEvent | undefined>;

  close(): Promise<void>;
}
