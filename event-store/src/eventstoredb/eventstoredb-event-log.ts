import {
  type ChainedPart,
  chainAppends,
  checkSize,
  checkStreamName,
  isEventId,
  isStreamName,
} from '../append-limits.ts';
import { DeadlineExceeded, logDeadlineMs, within } from '../deadline.ts';
import type {
  AppendResult,
  EventBatch,
  EventLog,
  ExpectedHead,
  LogPage,
  NamedHead,
  NewEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
  WithheldStream,
} from '../event-log.ts';
import { EventLogDenied, EventLogUnavailable, UnsupportedByLog } from '../event-log-errors.ts';
import { foldedHeads } from '../folded-heads.ts';
import { SharedCall } from '../shared-call.ts';
import { type AppendCall, appendOnce, type Writer } from './appends.ts';
import type { Reader } from './bounded-read.ts';
import { Clients } from './clients.ts';
import { credentialsOf } from './connection-string.ts';
import { asLogError } from './failures.ts';
import { FollowedStreams } from './followed-streams.ts';
import { LatestHashes } from './latest-hashes.ts';
import { LiveTail } from './live-tail.ts';
import * as reads from './reads.ts';
import { eventIdOf } from './recorded-event.ts';
import { ShownPositions } from './shown-positions.ts';
import { StreamQueue } from './stream-queue.ts';
import { follow } from './subscription.ts';
import { withheldStreams } from './withheld.ts';

/** A follower that stays behind for longer is not waited for, and the stream is read from the server. */
const followerWaitMs = 200;

export interface EventStoreDbEventLogOptions {
  /** `esdb://…` or `esdb+discover://…`, with a user name and password unless `tls=false`. */
  readonly connectionString: string;
  /** Longest duration of a call, in milliseconds; for a search through the log: of each page. Default 6,000. */
  readonly deadlineMs?: number;
  /** Called for every failed read and ended subscription of a follower, which then recovers by itself. */
  readonly onConnectionLost?: (cause: unknown) => void;
}

/**
 * Opens the log in an EventStoreDB (tested with 23.10). Connects at the first call, not before, but throws
 * `EventLogUnavailable` for a connection string that never works, as without a user or the file of its authority.
 */
export function createEventStoreDbEventLog(options: EventStoreDbEventLogOptions): EventLog {
  try {
    return new EventStoreDbLog(options);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EventLogUnavailable('none', {
      cause: new EventLogDenied(`EVENTSTORE_URL cannot be used (${why})`, { cause }),
    });
  }
}

class EventStoreDbLog implements EventLog {
  readonly appendScope = 'stream';
  readonly #writer: Writer;
  readonly #queue = new StreamQueue();
  readonly #followed = new FollowedStreams();
  #tail: LiveTail | undefined;
  readonly #newest = new SharedCall(() => this.lastEvent());
  readonly #positions = new ShownPositions();
  readonly #closing = new AbortController();
  readonly #onConnectionLost: (cause: unknown) => void;

  constructor({
    connectionString,
    deadlineMs = logDeadlineMs,
    onConnectionLost = () => {},
  }: EventStoreDbEventLogOptions) {
    this.#onConnectionLost = onConnectionLost;
    this.#writer = {
      clients: new Clients(connectionString),
      credentials: credentialsOf(connectionString),
      latestHashes: new LatestHashes(),
      deadlineMs,
      closing: this.#closing.signal,
    };
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    if (!isStreamName(stream)) return [];
    const by = performance.now() + this.#writer.deadlineMs;
    const reader = (): Reader => ({ ...this.#writer, deadlineMs: by - performance.now() });
    const events =
      (await this.#readFollowed(reader, stream, options)) ??
      (await this.#followed.keep(stream, options, () => reads.readStream(reader(), stream, options)));
    const newest = options.direction === 'forwards' ? events.at(-1) : events[0];
    if (newest !== undefined) {
      this.#writer.latestHashes.learn(newest);
      this.#positions.read(options.since, newest.position);
    }
    return events;
  }

  /**
   * A read from memory, as current as one from the server: the follower has every event up to the last that the log had
   * after this read began, or after the first one with the same `since`. One look for the last event serves all reads
   * that wait for it.
   */
  async #readFollowed(
    reader: () => Reader,
    stream: string,
    options: ReadStreamOptions,
  ): Promise<readonly RecordedEvent[] | undefined> {
    if (this.#followed.get(stream, options) === undefined) return undefined;
    const upTo = await this.#positions.next(options.since, async () => {
      const { deadlineMs, closing } = reader();
      // The look may have to wait for an earlier one, and would have a whole deadline of its own.
      const newest = await within(deadlineMs, this.#newest.result(), closing).catch((error) => {
        throw asLogError(error, { sent: false, right: 'read $all' });
      });
      return newest?.position;
    });
    const isReached = upTo !== undefined && (await this.#followed.reach(upTo, followerWaitMs));
    return isReached ? this.#followed.get(stream, options, upTo) : undefined;
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    const part = chainAppends([{ stream, expected, events }], [])[0] as ChainedPart;
    checkSize(part.events);
    if (this.#closing.signal.aborted) throw new EventLogUnavailable('none');
    const { deadlineMs } = this.#writer;
    const call: AppendCall = { by: performance.now() + deadlineMs, answered: false, sent: false };
    const appending = this.#queue.take(stream, call, () => appendOnce(this.#writer, part, call));
    try {
      const appended = await within(deadlineMs, appending, this.#closing.signal);
      this.#positions.appended(appended.position);
      return appended;
    } catch (error) {
      const undecided = error instanceof DeadlineExceeded || this.#closing.signal.aborted;
      throw undecided
        ? new EventLogUnavailable(call.sent ? 'unknown' : 'none', { cause: error })
        : asLogError(error, { sent: call.sent, right: 'append to streams' });
    } finally {
      call.answered = true;
    }
  }

  async appendTogether(): Promise<never> {
    throw new UnsupportedByLog('EventStoreDB appends to one stream at a time');
  }

  readAll(options: ReadAllOptions): Promise<LogPage> {
    return reads.readAll(this.#writer, options);
  }

  subscribeAll({
    after,
    afterId,
    filter,
    signal,
    batchSize = 500,
  }: SubscribeOptions): AsyncIterable<EventBatch> {
    filter?.streamPrefixes.forEach(checkStreamName);
    return follow({
      reader: this.#writer,
      after: { position: after, id: afterId },
      filter,
      batchSize,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      onConnectionLost: this.#onConnectionLost,
      joinTail: (position) => this.#joinTail(position),
    });
  }

  #joinTail(after: Position): LiveTail | undefined {
    if (this.#tail?.isOver ?? true)
      this.#tail = new LiveTail(this.#writer.clients.use(), after, this.#followed);
    return this.#tail?.join(after) ? this.#tail : undefined;
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    if (!isEventId(eventId)) return undefined;
    return (await reads.findBackwards(this.#writer, (resolved) => eventIdOf(resolved) === eventId))?.position;
  }

  withheld(): Promise<readonly WithheldStream[]> {
    return withheldStreams(this.#writer);
  }

  headsUpTo(position: Position): AsyncIterable<readonly NamedHead[]> {
    return foldedHeads(this, position);
  }

  lastEvent(): Promise<RecordedEvent | undefined> {
    return reads.findBackwards(this.#writer, () => true);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#writer.clients.close();
  }
}
