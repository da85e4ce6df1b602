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
  /** The queues of this process in which writers wait for a stream. */
  readonly queues: StreamQueues;
  /** The command's entries in them, also from earlier drafts; whoever decides the command leaves them at its end. */
  readonly entered: Map<string, QueueEntry>;
  readonly recent: RecentStreams;
  /** Streams with new ids. They are taken as empty instead of being read. */
  readonly newStreams: ReadonlySet<string>;
  /** Whether remembered streams may be used; otherwise every stream is read. */
  readonly fromMemory: boolean;
}

/**
 * The log as a command sees it while it decides. Appends are collected in memory, and reads show them. `send` then
 * writes them in one append, on condition that no stream that was read has changed. Events that are not sent yet have
 * no real position (`logStart`).
 */
export class DraftLog implements LedgerLog, StreamQueues {
  readonly #options: DraftOptions;
  /** Each stream as first read. */
  readonly #read = new Map<string, readonly RecordedEvent[]>();
  readonly #appends: StreamAppend[] = [];
  readonly #appended = new Map<string, readonly RecordedEvent[]>();
  #reliesOnMemory = false;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  /** Whether a stream was used as this process remembers it, or was taken as empty because it is new. */
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
   * Writes all appends at once and returns the recorded events. Throws as `EventLog.appendTogether`. Throws
   * `SqlStatementRefused` too if the log already had these event ids with other content: another run of the same
   * command has appended them, and its SQL statements have run instead of these.
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
   * Throws `WrongExpectedRevision` if a stream has changed since it was read. Call it before a refusal is returned:
   * streams that are read one after the other can show a combination of states that never existed at one time.
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

  /** Removes the streams that it read from the memory of this process, because they are outdated. */
  forget(): void {
    for (const stream of this.#read.keys()) this.#options.recent.forget(stream);
  }

  /** Stays in the queue, because other writers cannot read its decisions in the log yet. */
  async enter(stream: string, wait: QueueWait): Promise<QueueEntry> {
    const { entered, queues } = this.#options;
    if (entered.has(stream)) return { waited: false, leave: () => {} };
    const entry = await queues.enter(stream, wait);
    entered.set(stream, entry);
    if (entry.waited) this.#refuseStale(stream);
    return { waited: entry.waited, leave: () => {} };
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

  /** The end of a stream as it was first read, at least as long as requested, without the draft's own events. */
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

  /** Throws at once if the stream has changed since it was read. The append would be refused for that anyway. */
  #refuseStale(stream: string): void {
    const [read, seen] = [this.#read.get(stream), this.#options.recent.get(stream)];
    if (read !== undefined && seen !== undefined && !isSameEnd(read, seen))
      throw new WrongExpectedRevision(stream, seen.at(-1)?.revision);
  }
}

/**
 * The lowest revision that a read asks for; undefined if it asks for the last events of the stream, whatever their
 * revisions.
 */
const firstOf = ({ direction, from, limit }: ReadStreamOptions): number | undefined => {
  if (direction === 'forwards') return from ?? 0;
  return from === undefined ? undefined : Math.max(0, from - limit + 1);
};

/** Whether an end has all events asked for. One from the first event on, or an empty one, is the whole stream. */
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
  // The stream ends before `first`. It is read whole then, so that the append can depend on its last event.
  return events.length === 0 && first > 0 ? readToEnd(log, stream) : events;
}
