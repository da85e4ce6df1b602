import {
  type AppendResult,
  type EventBatch,
  type EventLog,
  type ExpectedHead,
  type LogPage,
  type NamedHead,
  type NewEvent,
  type Position,
  pageOf,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
} from '@matgyo/event-store/event-log';
import { UnsupportedByLog, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { foldedHeads } from '@matgyo/event-store/folded-heads';
import { chainEvents } from '@matgyo/ledger/proof/stream-chain';

/**
 * The event log over an array, for tests of readers: subscriptions never end, and it holds any event it is given, also
 * invalid ones. `@matgyo/event-store/memory-log` is for writers: it enforces all guarantees of the port, and its
 * subscriptions end, so that a simulation does.
 */
export class UncheckedLog implements EventLog {
  readonly appendScope = 'stream';
  readonly events: RecordedEvent[] = [];
  readonly #waiting = new Set<() => void>();

  /** Appends an event unchanged, chained or not. */
  force(event: Omit<RecordedEvent, 'position'>): void {
    this.events.push({ ...event, position: positionAt(this.events.length) });
    for (const wake of this.#waiting) wake();
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    const head = this.#streamEvents(stream).at(-1);
    const revision = expected === 'no-stream' ? undefined : expected.revision;
    if (head?.revision !== revision) throw new WrongExpectedRevision(stream, head?.revision);
    const chained = chainEvents(stream, expected, events);
    for (const event of chained) this.force(event);
    const recorded = this.events.slice(-chained.length);
    return { events: recorded, position: positionAt(this.events.length - 1) };
  }

  async appendTogether(): Promise<never> {
    throw new UnsupportedByLog('no test of a follower appends so');
  }

  async withheld(): Promise<readonly never[]> {
    return [];
  }

  headsUpTo(position: Position): AsyncIterable<readonly NamedHead[]> {
    return foldedHeads(this, position);
  }

  async readStream(stream: string, { direction, from, limit }: ReadStreamOptions) {
    const events = this.#streamEvents(stream);
    if (direction === 'forwards')
      return events.filter(({ revision }) => revision >= (from ?? 0)).slice(0, limit);
    const backwards = events.filter(({ revision }) => revision <= (from ?? revision)).reverse();
    return backwards.slice(0, limit);
  }

  async readAll({
    after,
    until = positionAt(this.events.length),
    limit,
    filter,
  }: ReadAllOptions): Promise<LogPage> {
    const start = after === '' ? 0 : Number(after);
    return pageOf(this.events.slice(start, Math.min(start + limit, Number(until))), filter);
  }

  async *subscribeAll({ after, signal, batchSize = 500 }: SubscribeOptions): AsyncGenerator<EventBatch> {
    let position = after;
    while (!signal.aborted) {
      const events = (await this.readAll({ after: position, limit: batchSize })).events;
      const last = events.at(-1);
      if (last === undefined) {
        await this.#nextAppend(signal);
        continue;
      }
      position = last.position;
      yield { events, position };
    }
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    return this.events.find(({ id }) => id === eventId)?.position;
  }

  async lastEvent(): Promise<RecordedEvent | undefined> {
    return this.events.at(-1);
  }

  async close(): Promise<void> {}

  #streamEvents(name: string): readonly RecordedEvent[] {
    return this.events.filter(({ stream }) => stream === name);
  }

  #nextAppend(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#waiting.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#waiting.add(end);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }
}

/** The position after an event is the number of events up to it. */
const positionAt = (index: number): Position => String(index + 1).padStart(12, '0') as Position;
