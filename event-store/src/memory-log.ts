import {
  type AppendResult,
  type EventBatch,
  type EventLog,
  type ExpectedHead,
  logStart,
  type NewEvent,
  type Position,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
} from './event-log.ts';
import { InvalidAppend, WrongExpectedRevision } from './event-log-errors.ts';
import { sealEvents } from './hash-chain.ts';

/** The event log in memory, with everything the port promises and nothing that ever fails. */
export class MemoryLog implements EventLog {
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #all: RecordedEvent[] = [];
  readonly #onEvent: (event: RecordedEvent) => void;

  /** `onEvent` is told of each event as it is appended. What it throws comes out of the append. */
  constructor(onEvent: (event: RecordedEvent) => void = () => {}) {
    this.#onEvent = onEvent;
  }

  get events(): readonly RecordedEvent[] {
    return this.#all;
  }

  streamNow(stream: string): readonly RecordedEvent[] {
    return this.#streams.get(stream) ?? [];
  }

  appendNow(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): AppendResult {
    if (events.length === 0) throw new InvalidAppend('there is nothing to append');
    const known = this.#streams.get(stream) ?? [];
    const next = expected === 'no-stream' ? 0 : expected.revision + 1;
    const there = known.slice(next, next + events.length);
    const isRepeat =
      there.length === events.length && there.every(({ id }, index) => id === events[index]?.id);
    if (isRepeat) return resultOf(there);
    const last = known.at(-1);
    const matches = expected === 'no-stream' ? last === undefined : last?.metadata.hash === expected.hash;
    if (!matches || next !== known.length) throw new WrongExpectedRevision(stream, last?.revision);
    const recorded = sealEvents(stream, expected, events).map((sealed, index) => ({
      ...sealed,
      position: positionAt(this.#all.length + index),
    }));
    this.#streams.set(stream, [...known, ...recorded]);
    this.#all.push(...recorded);
    for (const event of recorded) this.#onEvent(event);
    return resultOf(recorded);
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.appendNow(stream, expected, events);
  }

  async readStream(
    stream: string,
    { direction, from, limit }: ReadStreamOptions,
  ): Promise<readonly RecordedEvent[]> {
    const known = this.streamNow(stream);
    if (direction === 'forwards') return known.slice(from ?? 0, (from ?? 0) + limit);
    const newest = from ?? known.length - 1;
    return known.slice(Math.max(0, newest + 1 - limit), newest + 1).toReversed();
  }

  async readAll({ after, limit }: ReadAllOptions): Promise<readonly RecordedEvent[]> {
    return this.#all.filter(({ position }) => position > after).slice(0, limit);
  }

  /** What is there now, and then the end: nothing under the simulator follows the log. */
  async *subscribeAll({ after, filter }: SubscribeOptions): AsyncGenerator<EventBatch, void, undefined> {
    const prefixes = filter?.streamPrefixes ?? [''];
    const events = this.#all.filter(
      ({ position, stream }) => position > after && prefixes.some((prefix) => stream.startsWith(prefix)),
    );
    const last = events.at(-1);
    if (last !== undefined) yield { events, position: last.position };
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    return this.#all.find(({ id }) => id === eventId)?.position;
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
