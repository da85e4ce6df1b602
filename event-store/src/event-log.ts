import type { ChainedEvent, ExpectedHead, NewEvent, StreamHead } from '@matgyo/ledger/proof/stream-chain';

export type { ExpectedHead, NewEvent, StreamHead };

/**
 * A position in the order of the whole log. Its form depends on the adapter, so nothing parses it outside the adapter.
 * Two positions of one log can be compared as strings: the later one is greater. It is never shown to API clients: they
 * name a position by the id of the last event up to there, which is the same in every log.
 */
export type Position = string & { readonly __brand: 'Position' };

/** The position before the first event. */
export const logStart = '' as Position;

export interface RecordedEvent extends ChainedEvent {
  readonly position: Position;
}

export interface ReadStreamOptions {
  readonly direction: 'forwards' | 'backwards';
  /** The first revision to read. Default: the stream's first event, or its last one when reading backwards. */
  readonly from?: number;
  readonly limit: number;
  /**
   * An object that reads share to show the log as of nearly the same time. Each shows every event that was acknowledged
   * before the first of them began, or to this process before itself, and every event before one that an earlier one of
   * them has shown. Without it, a read shows every event that was acknowledged before it began.
   */
  readonly since?: object;
}

/** The position from which a reader continues. */
export interface ReadFrom {
  /** The position of the last event that the reader has handled, or `logStart`. The read begins after it. */
  readonly after: Position;
  /**
   * The id of that event, if the reader has it. The read rejects with `EventLogCorrupt` if another event is at the
   * position: the log was then replaced by an older copy, which has grown since. It rejects in the same way if there is
   * no event at the position.
   */
  readonly afterId?: string | null | undefined;
}

export interface ReadAllOptions extends ReadFrom {
  /** The last position to read, inclusive. Default: the end of the log. */
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

export type EventPosition = Pick<RecordedEvent, 'id' | 'position'>;

/** Limits a read to streams whose names start with one of these prefixes. An empty prefix means every stream. */
export interface StreamFilter {
  readonly streamPrefixes: readonly string[];
}

/** Limits a read of the whole log to some of its events. */
export interface EventFilter extends StreamFilter {
  /** Types of events that are left out. */
  readonly exceptTypes?: readonly string[] | undefined;
}

/** Returns the test whether a filter lets an event through. Without a filter every event passes. */
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
  /** Its abort ends the subscription: the iterator returns without an error. */
  readonly signal: AbortSignal;
  /** Most events in one batch. Default 500. */
  readonly batchSize?: number;
}

/**
 * Consecutive events of a subscription, in log order; never empty. `position` is that of the last event: a subscriber
 * that has handled the batch may store it as its checkpoint.
 */
export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
}

export interface AppendResult {
  /** The appended events as recorded. If the append repeats an earlier one, the events recorded then. */
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
}

export interface AppendOptions {
  /**
   * ISO 8601. From this time on the database refuses the append, however late it arrives. Take the time from the
   * database's own clock, against which it is compared. Ignored unless `appendScope` is `transaction`.
   */
  readonly validUntil?: string | undefined;
}

/** One stream's part of an append. The fields are as in `EventLog.append`. */
export interface StreamAppend {
  readonly stream: string;
  readonly expected: ExpectedHead;
  readonly events: readonly NewEvent[];
}

/** A stream on which an append depends without writing to it. */
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
  readonly values: readonly (string | null)[];
}

export interface AppendTogetherOptions extends AppendOptions {
  /** Streams that must still end where the writer read their end, or nothing is written. */
  readonly unchanged?: readonly UnchangedStream[];
  /**
   * Run in the order given, in the transaction that writes the events. They do not run if the append repeats an earlier
   * one. Needs the scope `transaction`.
   */
  readonly sqlStatements?: readonly SqlStatement[];
}

/**
 * The most that one append of a log can write. Each scope includes those before it.
 *
 * - `stream`: events of one stream.
 * - `streams`: events of several streams, by `appendTogether`.
 * - `transaction`: also rows, by `AppendTogetherOptions.sqlStatements`, because the log is in the database of the tables.
 *   By that database's clock it supports `AppendOptions.validUntil`: an append whose reply was lost cannot be written
 *   any more once that time and one deadline of the log (`logDeadlineMs`) have passed. In the other scopes it may be
 *   written at any later time.
 */
export type AppendScope = 'stream' | 'streams' | 'transaction';

/** A stream some of whose events the log's server hides from readers because of a setting, which `why` names. */
export interface WithheldStream {
  readonly stream: string;
  readonly why: string;
}

/**
 * The event log: streams of events, and one total order over all of them.
 *
 * Every call has a deadline (`logDeadlineMs` by default). All of them may reject with `EventLogUnavailable` or
 * `EventLogCorrupt`; those that append also with `WrongExpectedRevision` and `InvalidAppend`, and `appendTogether` with
 * `SqlStatementRefused` and `UnsupportedByLog` (`event-log-errors.ts`). `conformance/` is the test that every adapter
 * passes; docs/decisions/event-log.md has the reasons.
 */
export interface EventLog {
  readonly appendScope: AppendScope;

  /** The events of one stream, by revision in the direction of the read. A stream that does not exist has no events. */
  readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Appends 1 to 500 events to one stream: all of them or none. They are on disk when it resolves.
   *
   * - If the stream does not end with `expected`, it rejects with `WrongExpectedRevision`, and nothing is written.
   * - A repeat is recognized: if exactly these event ids already follow `expected`, it resolves as the first time. So
   *   an append whose reply was lost can be sent again.
   * - `EventLogUnavailable` with `outcome: 'unknown'` means that the events may have been written, or may be later:
   *   read the stream before deciding again. `outcome: 'none'` means that they were not written and never will be.
   */
  append(
    stream: string,
    expected: ExpectedHead,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>;

  /**
   * Appends 1 to 500 events to several streams: all of them or none. In the log they follow each other in the order
   * given. A stream may have several parts; the next one then expects the head that the part before leaves. With the
   * scope `stream` it rejects with `UnsupportedByLog`. The results are one for each part.
   *
   * - If a stream that is written to, or one in `unchanged`, does not end as expected, it rejects with
   *   `WrongExpectedRevision`, which names that stream, and nothing is written.
   * - A repeat is recognized as in `append`. The `unchanged` streams are then not compared.
   * - If an SQL statement breaks a constraint or raises an exception, it rejects with `SqlStatementRefused`, and
   *   nothing is written.
   * - `EventLogUnavailable` as in `append`.
   */
  appendTogether(
    appends: readonly StreamAppend[],
    options?: AppendTogetherOptions,
  ): Promise<readonly AppendResult[]>;

  /** One page of the whole log, in order. It is final: no event can be added later before the page's end. */
  readAll(options: ReadAllOptions): Promise<LogPage>;

  /**
   * Follows the log from a position, in batches, until the signal aborts. It delivers every event exactly once, in log
   * order, and reconnects by itself after a lost connection. For a position after the log's end it rejects with
   * `EventLogCorrupt`: the events that would get the positions up to there would otherwise be skipped without notice.
   */
  subscribeAll(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** The position of the event with this id, or undefined if the log has no such event. Some adapters scan the log. */
  positionOf(eventId: string): Promise<Position | undefined>;

  /** Streams whose events the server hides from readers. Some adapters read the whole log to find them. */
  withheld(): Promise<readonly WithheldStream[]>;

  /**
   * The head of every stream at a position, that is, the stream's last event up to there. They are ordered by stream
   * name and come in lists. Streams that began after the position are left out. An adapter without an index of streams
   * reads the whole log.
   */
  headsUpTo(position: Position): AsyncIterable<readonly NamedHead[]>;

  /** The last event of the log, or undefined while it is empty. */
  lastEvent(): Promise<RecordedEvent | undefined>;

  close(): Promise<void>;
}
