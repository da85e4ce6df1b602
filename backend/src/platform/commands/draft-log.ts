import { chainEvents } from '@matgyo/event-store/chain-events';
import {
  type AppendResult,
  type EventLog,
  type ExpectedHead,
  logStart,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  type SqlStatement,
  type StreamAppend,
  type UnchangedStream,
} from '@matgyo/event-store/event-log';
import { SqlStatementRefused, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { readToEnd } from '@matgyo/event-store/read-to-end';
import type { RecentStreams } from './recent-streams.ts';
import type { LedgerLog } from './stream-history.ts';
import type { QueueEntry, QueueWait, StreamQueues } from './stream-queue.ts';

export interface DraftOptions {
  readonly log: EventLog;
  readonly queues: StreamQueues;
  readonly recent: RecentStreams;
  /** Streams that cannot exist yet; they are not read. */
  readonly newStreams: ReadonlySet<string>;
  /** Whether remembered streams may be used; otherwise every stream is read. */
  readonly fromMemory: boolean;
}

/**
 * A log that collects appends in memory and sends them as one, on condition that no stream it read has changed. Draft
 * events have no position. It stays in the stream queues that it entered until it ends.
 */
export class DraftLog implements LedgerLog, StreamQueues {
  readonly #options: DraftOptions;
  /** Each stream as first read. */
  readonly #read = new Map<string, readonly RecordedEvent[]>();
  readonly #appends: StreamAppend[] = [];
  readonly #appended = new Map<string, readonly RecordedEvent[]>();
  readonly #queueEntries = new Map<string, QueueEntry>();
  #reliesOnMemory = false;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  /** Whether a remembered or a new stream was used. */
  get reliesOnMemory(): boolean {
    return this.#reliesOnMemory;
  }

  get isEmpty(): boolean {
    return this.#appends.length === 0;
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    const all = [...(await this.#endOf(stream, options)), ...(this.#appended.get(stream) ?? [])];
    const { direction, from, limit } = options;
    if (direction === 'forwards')
      return all.filter(({ revision }) => revision >= (from ?? 0)).slice(0, limit);
    const upTo = from === undefined ? all : all.filter(({ revision }) => revision <= from);
    return upTo.slice(-limit).toReversed();
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    const end = await this.#endOf(stream, { direction: 'backwards', limit: 1 });
    const before = this.#appended.get(stream) ?? [];
    const last = before.at(-1) ?? end.at(-1);
    if (last?.revision !== (expected === 'no-stream' ? undefined : expected.revision))
      throw new WrongExpectedRevision(stream, last?.revision);
    const chained = chainEvents(stream, expected, events).map((event) => ({ ...event, position: logStart }));
    this.#appends.push({ stream, expected, events });
    this.#appended.set(stream, [...before, ...chained]);
    return { events: chained, position: logStart };
  }

  /**
   * Sends all appends as one and returns the recorded events. Throws like `EventLog.appendTogether`, and
   * `SqlStatementRefused` when another run of the same command has appended these event ids: its rows were stored, not
   * these.
   */
  async send(sqlStatements: readonly SqlStatement[]): Promise<readonly RecordedEvent[]> {
    const { log } = this.#options;
    const results = await log.appendTogether(this.#appends, { unchanged: this.#unchanged(), sqlStatements });
    const recorded = results.flatMap(({ events }) => events);
    const drafted = [...this.#appended.values()].flat();
    const hashes = new Set(drafted.map(({ metadata }) => metadata.hash));
    if (!recorded.every(({ metadata }) => hashes.has(metadata.hash))) throw new SqlStatementRefused(0);
    this.#keep(recorded);
    return recorded;
  }

  /**
   * Throws `WrongExpectedRevision` if a stream has changed since it was read: streams read one after the other may
   * show a combination that never existed.
   */
  async refuseInconsistentReads(): Promise<void> {
    if (this.#read.size < 2) return;
    const newest = { direction: 'backwards', limit: 1 } as const;
    const check = async ([stream, read]: readonly [string, readonly RecordedEvent[]]) => {
      const [last] = await this.#options.log.readStream(stream, newest);
      if (last?.metadata.hash !== read.at(-1)?.metadata.hash)
        throw new WrongExpectedRevision(stream, last?.revision);
    };
    await Promise.all([...this.#read].map(check));
  }

  /** Removes the streams it read from memory, because they are outdated. */
  forget(): void {
    for (const stream of this.#read.keys()) this.#options.recent.forget(stream);
  }

  /** Stays in the queue until the draft ends, because until then other writers cannot read its decisions in the log. */
  async enter(stream: string, wait: QueueWait): Promise<QueueEntry> {
    if (this.#queueEntries.has(stream)) return { waited: false, leave: () => {} };
    const entry = await this.#options.queues.enter(stream, wait);
    this.#queueEntries.set(stream, entry);
    if (entry.waited) this.#refuseStale(stream);
    return { waited: entry.waited, leave: () => {} };
  }

  /** Leaves all queues. */
  end(): void {
    for (const { leave } of this.#queueEntries.values()) leave();
    this.#queueEntries.clear();
  }

  #keep(recorded: readonly RecordedEvent[]): void {
    const byStream = Map.groupBy(recorded, ({ stream }) => stream);
    for (const [stream, end] of this.#read)
      this.#options.recent.keep(stream, [...end, ...(byStream.get(stream) ?? [])]);
  }

  #unchanged(): readonly UnchangedStream[] {
    return [...this.#read]
      .filter(([stream]) => !this.#appended.has(stream))
      .map(([stream, end]) => ({ stream, expected: headOf(end.at(-1)) }));
  }

  /** The requested part of a stream or more, as it was when first read. */
  async #endOf(stream: string, wanted: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    let end = this.#read.get(stream) ?? this.#remembered(stream);
    if (end === undefined || !covers(end, wanted)) {
      end = await readEnd(this.#options.log, stream, wanted);
      // A stream that changed between two reads: a decision on the first would be refused.
      const before = this.#read.get(stream) ?? end;
      if (!isSameEnd(before, end)) throw new WrongExpectedRevision(stream, end.at(-1)?.revision);
      this.#options.recent.keep(stream, end);
    }
    this.#read.set(stream, end);
    return end;
  }

  #remembered(stream: string): readonly RecordedEvent[] | undefined {
    const { fromMemory, newStreams, recent } = this.#options;
    if (!fromMemory) return undefined;
    const remembered = newStreams.has(stream) ? [] : recent.get(stream);
    if (remembered !== undefined) this.#reliesOnMemory = true;
    return remembered;
  }

  /** Refuses early what a changed stream would refuse at the append. */
  #refuseStale(stream: string): void {
    const [read, seen] = [this.#read.get(stream), this.#options.recent.get(stream)];
    if (read !== undefined && seen !== undefined && !isSameEnd(read, seen))
      throw new WrongExpectedRevision(stream, seen.at(-1)?.revision);
  }
}

/** The first revision of a read; undefined: it is counted from the stream's end. */
const firstOf = ({ direction, from, limit }: ReadStreamOptions): number | undefined => {
  if (direction === 'forwards') return from ?? 0;
  return from === undefined ? undefined : Math.max(0, from - limit + 1);
};

/** An end that begins with the stream's first event, or that is empty, is the whole stream. */
const covers = (end: readonly RecordedEvent[], wanted: ReadStreamOptions): boolean => {
  const begin = end[0]?.revision ?? 0;
  const first = firstOf(wanted);
  return begin === 0 || (first === undefined ? end.length >= wanted.limit : first >= begin);
};

const isSameEnd = (one: readonly RecordedEvent[], other: readonly RecordedEvent[]): boolean =>
  one.at(-1)?.metadata.hash === other.at(-1)?.metadata.hash;

const headOf = (last: RecordedEvent | undefined): ExpectedHead =>
  last === undefined ? 'no-stream' : { revision: last.revision, hash: last.metadata.hash };

async function readEnd(
  log: EventLog,
  stream: string,
  wanted: ReadStreamOptions,
): Promise<readonly RecordedEvent[]> {
  const first = firstOf(wanted);
  if (first === undefined) return (await log.readStream(stream, wanted)).toReversed();
  const events = await readToEnd(log, stream, { first });
  // The stream ends before `first`: the draft then relies on where it ends.
  return events.length === 0 && first > 0 ? readToEnd(log, stream) : events;
}
