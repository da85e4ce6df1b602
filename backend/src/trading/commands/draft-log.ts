import {
  type AppendResult,
  type CompanionStatement,
  type EventLog,
  type ExpectedHead,
  logStart,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamAppend,
  type UnchangedStream,
} from '@matgyo/event-store/event-log';
import { CompanionRefused, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { sealEvents } from '@matgyo/event-store/seal-events';
import type { RecentStreams, StreamEnd } from './recent-streams.ts';
import type { LedgerLog } from './stream-history.ts';
import type { QueuePlace, QueueWait, StreamQueues } from './stream-queue.ts';

export interface DraftOptions {
  readonly log: EventLog;
  readonly turns: StreamQueues;
  readonly recent: RecentStreams;
  /** Streams that cannot exist yet: they are not read. */
  readonly newStreams: ReadonlySet<string>;
  /** Whether what was seen before is good enough; otherwise every stream is read. */
  readonly fromMemory: boolean;
}

/**
 * A log whose appends wait in memory until they are all sent as one, with the condition that no stream read for them
 * has moved. Events in a draft have no position yet. It holds its turns at streams until it is ended.
 */
export class DraftLog implements LedgerLog, StreamQueues {
  readonly #options: DraftOptions;
  /** As they stood when they were first read. */
  readonly #read = new Map<string, StreamEnd>();
  readonly #appends: StreamAppend[] = [];
  readonly #appended = new Map<string, readonly RecordedEvent[]>();
  readonly #turns = new Map<string, QueuePlace>();
  #reliesOnMemory = false;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  /** Whether a stream was taken as it was seen before, or as new. */
  get reliesOnMemory(): boolean {
    return this.#reliesOnMemory;
  }

  get isEmpty(): boolean {
    return this.#appends.length === 0;
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    const { events } = await this.#endOf(stream, options);
    const all = [...events, ...(this.#appended.get(stream) ?? [])];
    const { direction, from, limit } = options;
    if (direction === 'forwards')
      return all.filter(({ revision }) => revision >= (from ?? 0)).slice(0, limit);
    const upTo = from === undefined ? all : all.filter(({ revision }) => revision <= from);
    return upTo.slice(-limit).toReversed();
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    const end = await this.#endOf(stream, { direction: 'backwards', limit: 1 });
    const before = this.#appended.get(stream) ?? [];
    const last = before.at(-1) ?? end.events.at(-1);
    if (last?.revision !== (expected === 'no-stream' ? undefined : expected.revision))
      throw new WrongExpectedRevision(stream, last?.revision);
    const sealed = sealEvents(stream, expected, events).map((event) => ({ ...event, position: logStart }));
    this.#appends.push({ stream, expected, events });
    this.#appended.set(stream, [...before, ...sealed]);
    return { events: sealed, position: logStart };
  }

  /**
   * Sends everything as one. Answers the events as recorded; throws as `EventLog.appendTogether`, and `CompanionRefused`
   * where another run of the same command has written events of these ids: with it came its rows, not these.
   */
  async send(companions: readonly CompanionStatement[]): Promise<readonly RecordedEvent[]> {
    const { log } = this.#options;
    const results = await log.appendTogether(this.#appends, { unchanged: this.#unchanged(), companions });
    const recorded = results.flatMap(({ events }) => events);
    const drafted = [...this.#appended.values()].flat();
    const hashes = new Set(drafted.map(({ metadata }) => metadata.hash));
    if (!recorded.every(({ metadata }) => hashes.has(metadata.hash))) throw new CompanionRefused(0);
    this.#keep(recorded);
    return recorded;
  }

  /**
   * Refuses what was decided on streams that no longer are as they were read: read one after the other, they may show
   * together what never was. Throws `WrongExpectedRevision`.
   */
  async refuseTorn(): Promise<void> {
    if (this.#read.size < 2) return;
    const newest = { direction: 'backwards', limit: 1 } as const;
    const look = async ([stream, read]: readonly [string, StreamEnd]) => {
      const [last] = await this.#options.log.readStream(stream, newest);
      if (last?.metadata.hash !== read.events.at(-1)?.metadata.hash)
        throw new WrongExpectedRevision(stream, last?.revision);
    };
    await Promise.all([...this.#read].map(look));
  }

  /** What it relied on is not so: none of it is taken from memory again. */
  forget(): void {
    for (const stream of this.#read.keys()) this.#options.recent.forget(stream);
  }

  /** A turn is kept until the draft is ended: what is decided in it is not in the log before. */
  async enter(stream: string, wait: QueueWait): Promise<QueuePlace> {
    if (this.#turns.has(stream)) return { waited: false, leave: () => {} };
    const turn = await this.#options.turns.enter(stream, wait);
    this.#turns.set(stream, turn);
    if (turn.waited) this.#refuseStale(stream);
    return { waited: turn.waited, leave: () => {} };
  }

  /** Gives its turns back. */
  end(): void {
    for (const { leave } of this.#turns.values()) leave();
    this.#turns.clear();
  }

  #keep(recorded: readonly RecordedEvent[]): void {
    const byStream = Map.groupBy(recorded, ({ stream }) => stream);
    for (const [stream, { events, isWhole }] of this.#read)
      this.#options.recent.keep(stream, { events: [...events, ...(byStream.get(stream) ?? [])], isWhole });
  }

  #unchanged(): readonly UnchangedStream[] {
    return [...this.#read]
      .filter(([stream]) => !this.#appended.has(stream))
      .map(([stream, { events }]) => ({ stream, expected: headOf(events.at(-1)) }));
  }

  /** At least as much of a stream as was asked for, as it stood when it was first read. */
  async #endOf(stream: string, wanted: ReadStreamOptions): Promise<StreamEnd> {
    const known = this.#read.get(stream) ?? this.#remembered(stream);
    if (known !== undefined && covers(known, wanted)) {
      this.#read.set(stream, known);
      return known;
    }
    const read = await readEnd(this.#options.log, stream, wanted);
    // A stream that moved on between two readings: what was decided on the first would not be appended anyway.
    const before = this.#read.get(stream);
    if (before !== undefined && !isSameEnd(before, read))
      throw new WrongExpectedRevision(stream, read.events.at(-1)?.revision);
    if (before !== undefined && covers(before, wanted)) return before;
    this.#read.set(stream, read);
    this.#options.recent.keep(stream, read);
    return read;
  }

  #remembered(stream: string): StreamEnd | undefined {
    const { fromMemory, newStreams, recent } = this.#options;
    if (!fromMemory) return undefined;
    const remembered = newStreams.has(stream) ? { events: [], isWhole: true } : recent.get(stream);
    if (remembered !== undefined) this.#reliesOnMemory = true;
    return remembered;
  }

  /** What was decided on an earlier reading would not be appended anyway. */
  #refuseStale(stream: string): void {
    const [read, seen] = [this.#read.get(stream), this.#options.recent.get(stream)];
    if (read !== undefined && seen !== undefined && !isSameEnd(read, seen))
      throw new WrongExpectedRevision(stream, seen.events.at(-1)?.revision);
  }
}

const covers = ({ events, isWhole }: StreamEnd, { direction, from, limit }: ReadStreamOptions): boolean => {
  const first = events[0]?.revision ?? 0;
  if (isWhole) return true;
  return direction === 'forwards' ? (from ?? 0) >= first : from === undefined && events.length >= limit;
};

const isSameEnd = (one: StreamEnd, other: StreamEnd): boolean =>
  one.events.at(-1)?.metadata.hash === other.events.at(-1)?.metadata.hash;

const headOf = (last: RecordedEvent | undefined): ExpectedHead =>
  last === undefined ? 'no-stream' : { revision: last.revision, hash: last.metadata.hash };

const pageSize = 500;

async function readEnd(log: EventLog, stream: string, wanted: ReadStreamOptions): Promise<StreamEnd> {
  if (wanted.direction === 'backwards' && wanted.from === undefined) {
    const events = (await log.readStream(stream, wanted)).toReversed();
    return { events, isWhole: (events[0]?.revision ?? 0) === 0 };
  }
  const events: RecordedEvent[] = [];
  let from = wanted.direction === 'forwards' ? (wanted.from ?? 0) : 0;
  const isWhole = from === 0;
  for (;;) {
    const page = await log.readStream(stream, { direction: 'forwards', from, limit: pageSize });
    events.push(...page);
    from += page.length;
    if (page.length < pageSize) return { events, isWhole };
  }
}
