import { type ChainedPart, chainAppends, checkSize } from './append-limits.ts';
import {
  type AppendResult,
  type AppendTogetherOptions,
  type EventBatch,
  type EventLog,
  type ExpectedHead,
  type LogPage,
  logStart,
  type NamedHead,
  type NewEvent,
  type Position,
  pageOf,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamAppend,
  type SubscribeOptions,
} from './event-log.ts';
import { EventLogCorrupt, UnsupportedByLog, WrongExpectedRevision } from './event-log-errors.ts';
import { foldedHeads } from './folded-heads.ts';

/** The event log in memory, for tests and the simulator. It keeps all promises of the port and is always available. */
export class MemoryLog implements EventLog {
  readonly appendScope = 'streams';
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #all: RecordedEvent[] = [];
  readonly #onEvent: (event: RecordedEvent) => void;

  /**
   * `onEvent` is called with each event, first with those in `beginning`. If it throws, the append throws the same
   * error.
   */
  constructor(onEvent: (event: RecordedEvent) => void = () => {}, beginning: readonly RecordedEvent[] = []) {
    this.#onEvent = onEvent;
    for (const event of beginning) this.#keep(event);
  }

  get events(): readonly RecordedEvent[] {
    return this.#all;
  }

  streamNow(stream: string): readonly RecordedEvent[] {
    return this.#streams.get(stream) ?? [];
  }

  appendNow(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): AppendResult {
    const [result] = this.appendTogetherNow([{ stream, expected, events }]);
    return result as AppendResult;
  }

  appendTogetherNow(
    appends: readonly StreamAppend[],
    { unchanged = [], sqlStatements = [] }: AppendTogetherOptions = {},
  ): readonly AppendResult[] {
    if (sqlStatements.length > 0) throw new UnsupportedByLog('SQL statements need a database');
    const parts = chainAppends(appends, unchanged);
    checkSize(parts.flatMap(({ events }) => events));
    const there = parts.map((part) => this.#recordedRepeat(part));
    if (there.every((events) => events !== undefined)) return there.map(resultOf);
    const firstParts = new Map(parts.toReversed().map((part) => [part.stream, part]));
    for (const { stream, expected } of [...firstParts.values(), ...unchanged])
      this.#requireHead(stream, expected);
    return parts.map((part) => this.#write(part));
  }

  /** The recorded events that this part repeats; undefined if it is no repeat. */
  #recordedRepeat({ stream, expected, events }: ChainedPart): readonly RecordedEvent[] | undefined {
    const next = expected === 'no-stream' ? 0 : expected.revision + 1;
    const there = this.streamNow(stream).slice(next, next + events.length);
    const isRepeat =
      there.length === events.length && there.every(({ id }, index) => id === events[index]?.id);
    return isRepeat ? there : undefined;
  }

  #requireHead(stream: string, expected: ExpectedHead): void {
    const last = this.streamNow(stream).at(-1);
    const revision = expected === 'no-stream' ? undefined : expected.revision;
    if (last?.revision !== revision) throw new WrongExpectedRevision(stream, last?.revision);
    if (expected !== 'no-stream' && last?.metadata.hash !== expected.hash)
      throw new EventLogCorrupt(`stream ${stream} has another hash than the writer saw`);
  }

  #write({ events }: ChainedPart): AppendResult {
    const recorded = events.map((chained, index) => ({
      ...chained,
      position: positionAt(this.#all.length + index),
    }));
    for (const event of recorded) this.#keep(event);
    return resultOf(recorded);
  }

  #keep(event: RecordedEvent): void {
    this.#streams.set(event.stream, [...this.streamNow(event.stream), event]);
    this.#all.push(event);
    this.#onEvent(event);
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.appendNow(stream, expected, events);
  }

  async appendTogether(
    appends: readonly StreamAppend[],
    options?: AppendTogetherOptions,
  ): Promise<readonly AppendResult[]> {
    return this.appendTogetherNow(appends, options);
  }

  async withheld(): Promise<readonly never[]> {
    return [];
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    return this.readStreamAsOf(this.#all.length, stream, options);
  }

  /** A read that shows only the log's first `count` events. */
  readStreamAsOf(count: number, stream: string, { direction, from, limit }: ReadStreamOptions) {
    const end = positionAt(count);
    const events = this.streamNow(stream).filter(({ position }) => position < end);
    if (direction === 'forwards') return events.slice(from ?? 0, (from ?? 0) + limit);
    const newest = Math.min(from ?? events.length, events.length - 1);
    return events.slice(Math.max(0, newest + 1 - limit), newest + 1).toReversed();
  }

  /** How many events the log has up to this position. */
  countUpTo(position: Position): number {
    return this.#all.findLastIndex((event) => event.position <= position) + 1;
  }

  async readAll({ after, until, limit, filter }: ReadAllOptions): Promise<LogPage> {
    const isInRange = ({ position }: RecordedEvent) => position > after && position <= (until ?? position);
    return pageOf(this.#all.filter(isInRange).slice(0, limit), filter);
  }

  /** Yields the current events and ends: nothing in the simulator follows the log. */
  async *subscribeAll({ after, filter }: SubscribeOptions): AsyncGenerator<EventBatch, void, undefined> {
    const { events } = await this.readAll({ after, filter, limit: this.#all.length });
    const last = events.at(-1);
    if (last !== undefined) yield { events, position: last.position };
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    return this.#all.find(({ id }) => id === eventId)?.position;
  }

  headsUpTo(position: Position): AsyncIterable<readonly NamedHead[]> {
    return foldedHeads(this, position);
  }

  async lastEvent(): Promise<RecordedEvent | undefined> {
    return this.#all.at(-1);
  }

  async close(): Promise<void> {}
}

const positionAt = (index: number): Position => String(index).padStart(10, '0') as Position;

const resultOf = (events: readonly RecordedEvent[]): AppendResult => ({
  events,
  position: events.at(-1)?.position ?? logStart,
});
