import type pg from 'pg';
import { checkAppend, checkStreamName, eventTexts, isEventId, isStreamName } from '../append-limits.ts';
import type {
  AppendOptions,
  AppendResult,
  EventBatch,
  EventLog,
  ExpectedHead,
  NewEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  StreamAppend,
  StreamFilter,
  SubscribeOptions,
  UnorderedPage,
} from '../event-log.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { sealEvents } from '../hash-chain.ts';
import { logDeadlineMs } from '../log-deadline.ts';
import { appendGroup, appendResult, type SealedAppend } from './append-group.ts';
import { AppendQueue, type SettledAnswer } from './append-queue.ts';
import { migrateEventLog } from './migrate.ts';
import * as reads from './reads.ts';
import { Sessions } from './sessions.ts';
import { follow, Wakeups } from './subscription.ts';

export interface PostgresEventLogOptions {
  /** Where the database is, as `pg` takes it. */
  readonly connection: pg.ClientConfig;
  /** Connections that append. Two carry all that one process can group. */
  readonly appendConnections?: number;
  /** Connections that read. Each follower uses one only while it reads a page. */
  readonly readConnections?: number;
  /** Longest any call may take, in milliseconds. Default 6,000; the server gives up after two thirds of it. */
  readonly deadlineMs?: number;
  /** Nobody else appends to this log: followers need not look often for what this process did not append. */
  readonly alone?: boolean;
  /** Told of every lost connection and failed read of a follower, which then goes on by itself. */
  readonly onConnectionLost?: (cause: unknown) => void;
}

export interface PostgresEventLog extends EventLog {
  appendInOrder: NonNullable<EventLog['appendInOrder']>;
  readUnordered: NonNullable<EventLog['readUnordered']>;
  /**
   * Seconds for which committed events have been invisible to readers, because a transaction of the cluster
   * (of any database) that could still write before them is open. Near 0 in health.
   */
  logHorizonAge(): Promise<number>;
}

/**
 * Opens the log in a Postgres database (17 or newer), creating or migrating its schema `event_log` first.
 * Rejects with `EventLogUnavailable` when the database cannot be reached or does not let itself be prepared.
 */
export async function createPostgresEventLog(options: PostgresEventLogOptions): Promise<PostgresEventLog> {
  try {
    await migrateEventLog(options.connection);
  } catch (cause) {
    throw new EventLogUnavailable('none', { cause });
  }
  return new PostgresLog(options);
}

/** Throws `InvalidAppend`. */
function sealedAppend({ stream, expected, events }: StreamAppend, validUntil?: string): SealedAppend {
  checkAppend(stream, expected, events);
  const sealed = sealEvents(stream, expected, events);
  return { stream, expected, events: sealed, texts: eventTexts(sealed), validUntil };
}

const longestPollMs = 250;
const longestPollAloneMs = 5_000;

class PostgresLog implements PostgresEventLog {
  readonly #readers: Sessions;
  readonly #writers: Sessions;
  readonly #queue: AppendQueue;
  readonly #wakeups = new Wakeups();
  readonly #closing = new AbortController();
  readonly #onConnectionLost: (cause: unknown) => void;
  readonly #deadlineMs: number;
  readonly #longestPollMs: number;
  readonly refusesLateAppends = true;

  constructor({
    connection,
    appendConnections = 2,
    readConnections = 4,
    deadlineMs = logDeadlineMs,
    alone = false,
    onConnectionLost = () => {},
  }: PostgresEventLogOptions) {
    this.#longestPollMs = alone ? longestPollAloneMs : longestPollMs;
    this.#onConnectionLost = onConnectionLost;
    this.#deadlineMs = deadlineMs;
    this.#readers = new Sessions({ connection, most: readConnections, deadlineMs, onConnectionLost });
    const writers = new Sessions({ connection, most: appendConnections, deadlineMs, onConnectionLost });
    this.#writers = writers;
    this.#queue = new AppendQueue({
      send: (group) => appendGroup(writers, group),
      lanes: appendConnections,
      deadlineMs,
    });
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    if (!isStreamName(stream)) return [];
    return reads.readStream(this.#readers, stream, options);
  }

  async append(
    stream: string,
    expected: ExpectedHead,
    events: readonly NewEvent[],
    { validUntil }: AppendOptions = {},
  ): Promise<AppendResult> {
    const append = { stream, expected, events };
    return this.#settled(append, await this.#queue.push(sealedAppend(append, validUntil)));
  }

  /** One transaction, past the queue. */
  async appendInOrder(appends: readonly StreamAppend[]): Promise<readonly AppendResult[]> {
    const answers = await appendGroup(
      this.#writers,
      appends.map((append) => sealedAppend(append)),
    );
    const results: AppendResult[] = [];
    for (const [index, append] of appends.entries()) {
      const answer = answers[index];
      // Somebody else is at a stream: they are not the one writer, or have just been cut off.
      if (answer === undefined || answer.kind === 'busy') throw new EventLogUnavailable('unknown');
      results.push(await this.#settled(append, answer));
    }
    return results;
  }

  async #settled({ stream, expected, events }: StreamAppend, answer: SettledAnswer): Promise<AppendResult> {
    switch (answer.kind) {
      case 'refused':
        throw answer.error;
      case 'repeated':
        return this.#recordedThen(stream, expected, events.length);
      case 'appended':
        this.#wakeups.wake();
        return answer.result;
    }
  }

  /** The events of an earlier append that this one repeats. They are written, whatever becomes of the read. */
  async #recordedThen(stream: string, expected: ExpectedHead, limit: number): Promise<AppendResult> {
    const from = expected === 'no-stream' ? 0 : expected.revision + 1;
    try {
      return appendResult(await this.readStream(stream, { direction: 'forwards', from, limit }));
    } catch (cause) {
      throw cause instanceof EventLogUnavailable ? new EventLogUnavailable('unknown', { cause }) : cause;
    }
  }

  async readAll({ after, limit }: ReadAllOptions): Promise<readonly RecordedEvent[]> {
    return (await reads.readPage(this.#readers, after, limit, undefined)).events;
  }

  async readUnordered({
    after,
    limit,
    streamPrefixes,
  }: ReadAllOptions & StreamFilter): Promise<UnorderedPage> {
    streamPrefixes.forEach(checkStreamName);
    // No transaction of a log lasts longer than its deadline: of what is older, none is missing that this log wrote.
    return reads.readUnordered(this.#readers, {
      ...{ after, limit, streamPrefixes },
      olderThanMs: this.#deadlineMs,
    });
  }

  subscribeAll({ after, filter, signal, batchSize = 500 }: SubscribeOptions): AsyncIterable<EventBatch> {
    filter?.streamPrefixes.forEach(checkStreamName);
    return follow({
      after,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      readPage: (cursor) => reads.readPage(this.#readers, cursor, batchSize, filter?.streamPrefixes),
      requireEventAt: (position) => reads.requireEventAt(this.#readers, position),
      wakeups: this.#wakeups,
      longestPollMs: this.#longestPollMs,
      onConnectionLost: this.#onConnectionLost,
    });
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    if (!isEventId(eventId)) return undefined;
    return reads.positionOfEvent(this.#readers, eventId);
  }

  lastEvent(): Promise<RecordedEvent | undefined> {
    return reads.readLastEvent(this.#readers);
  }

  logHorizonAge(): Promise<number> {
    return reads.readHorizonAge(this.#readers);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.close();
    await Promise.all([this.#writers.close(), this.#readers.close()]);
  }
}
