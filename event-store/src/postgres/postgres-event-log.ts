import type pg from 'pg';
import {
  type ChainedPart,
  chainAppends,
  checkStreamName,
  eventTexts,
  isEventId,
  isStreamName,
} from '../append-limits.ts';
import { logDeadlineMs } from '../deadline.ts';
import {
  type AppendOptions,
  type AppendResult,
  type AppendTogetherOptions,
  type EventBatch,
  type EventLog,
  type ExpectedHead,
  type LogPage,
  type NamedHead,
  type NewEvent,
  type Position,
  passesFilter,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamAppend,
  type SubscribeOptions,
} from '../event-log.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { Wakeups } from '../wakeups.ts';
import { type AppendAnswer, appendGroup, appendResult, type ChainedAppend } from './append-group.ts';
import { AppendQueue } from './append-queue.ts';
import { migrateEventLog } from './migrate.ts';
import * as reads from './reads.ts';
import { RecentAppends } from './recent-appends.ts';
import { Sessions } from './sessions.ts';
import { preparedSqlStatement } from './sql-statements.ts';
import { follow } from './subscription.ts';

export interface PostgresEventLogOptions {
  readonly connection: pg.ClientConfig;
  /**
   * How long a call may take, in milliseconds. Default: `logDeadlineMs`. The server's own limit is two thirds of it.
   */
  readonly deadlineMs?: number;
  /** Whether no other process appends to this log. Followers then poll less often. */
  readonly alone?: boolean;
  /**
   * Called when a follower has lost its connection, or a read of it has failed. The follower then recovers by itself.
   */
  readonly onConnectionLost?: (cause: unknown) => void;
}

/**
 * Opens the log in a Postgres database (17 or newer), creating or migrating its schema `event_log` first. Rejects with
 * `EventLogUnavailable` when the database cannot be reached or prepared.
 */
export async function createPostgresEventLog(options: PostgresEventLogOptions): Promise<EventLog> {
  try {
    await migrateEventLog(options.connection);
  } catch (cause) {
    throw new EventLogUnavailable('none', { cause });
  }
  return new PostgresLog(options);
}

/** Throws `InvalidAppend`. */
function chainedAppend(
  appends: readonly StreamAppend[],
  { validUntil, unchanged = [], sqlStatements = [] }: AppendTogetherOptions,
): ChainedAppend {
  const parts = chainAppends(appends, unchanged);
  const texts = eventTexts(parts.flatMap(({ events }) => events));
  return { parts, texts, unchanged, sqlStatements: sqlStatements.map(preparedSqlStatement), validUntil };
}

/** Connections that read. Each follower uses one only while it reads a page. */
const readersMax = 4;
const pollMsMax = 250;
const pollAloneMsMax = 5_000;

class PostgresLog implements EventLog {
  readonly #readers: Sessions;
  readonly #writers: Sessions;
  readonly #queue: AppendQueue;
  readonly #recent = new RecentAppends();
  readonly #wakeups = new Wakeups();
  readonly #closing = new AbortController();
  readonly #onConnectionLost: (cause: unknown) => void;
  readonly #pollMsMax: number;
  readonly appendScope = 'transaction';

  constructor({
    connection,
    deadlineMs = logDeadlineMs,
    alone = false,
    onConnectionLost = () => {},
  }: PostgresEventLogOptions) {
    this.#pollMsMax = alone ? pollAloneMsMax : pollMsMax;
    this.#onConnectionLost = onConnectionLost;
    this.#readers = new Sessions({ connection, sessionsMax: readersMax, deadlineMs, onConnectionLost });
    this.#writers = new Sessions({ connection, sessionsMax: 2, deadlineMs, onConnectionLost });
    this.#queue = new AppendQueue({ send: (group) => this.#send(group), deadlineMs });
  }

  /** Followers of this process get the appended events before the writers get their replies. */
  async #send(group: readonly ChainedAppend[]): Promise<readonly AppendAnswer[]> {
    const answers = await appendGroup(this.#writers, group);
    for (const [index, answer] of answers.entries()) {
      if (answer.kind !== 'appended') continue;
      const events = answer.results.flatMap((result) => result.events);
      const texts = group[index]?.texts ?? [];
      const characters = texts.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      this.#recent.add(answer.after, events, characters);
    }
    this.#wakeups.wake();
    return answers;
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    if (!isStreamName(stream)) return [];
    return reads.readStream(this.#readers, stream, options);
  }

  async append(
    stream: string,
    expected: ExpectedHead,
    events: readonly NewEvent[],
    options: AppendOptions = {},
  ): Promise<AppendResult> {
    const [result] = await this.appendTogether([{ stream, expected, events }], options);
    return result as AppendResult;
  }

  async appendTogether(
    appends: readonly StreamAppend[],
    options: AppendTogetherOptions = {},
  ): Promise<readonly AppendResult[]> {
    const append = chainedAppend(appends, options);
    const answer = await this.#queue.push(append);
    switch (answer.kind) {
      case 'refused':
        throw answer.error;
      case 'repeated':
        return Promise.all(append.parts.map((part) => this.#recordedThen(part)));
      case 'appended':
        return answer.results;
    }
  }

  /** The events of an earlier append that this one repeats. They are written, even if this read fails. */
  async #recordedThen({ stream, expected, events: { length: limit } }: ChainedPart): Promise<AppendResult> {
    const from = expected === 'no-stream' ? 0 : expected.revision + 1;
    try {
      return appendResult(await this.readStream(stream, { direction: 'forwards', from, limit }));
    } catch (cause) {
      throw cause instanceof EventLogUnavailable ? new EventLogUnavailable('unknown', { cause }) : cause;
    }
  }

  async readAll({ after, afterId, until, limit, filter }: ReadAllOptions): Promise<LogPage> {
    const numberOf = (position: Position) => reads.numberAt(this.#readers, position);
    const range = {
      after: await numberOf(after),
      until: until === undefined ? until : await numberOf(until),
    };
    if (range.after > 0 && afterId) await reads.requireEventAt(this.#readers, range.after, afterId);
    return reads.readPage(this.#readers, { ...range, size: limit, filter });
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
      signal: AbortSignal.any([signal, this.#closing.signal]),
      start: () => reads.numberAt(this.#readers, after),
      afterId,
      requireEventAt: (number, id) => reads.requireEventAt(this.#readers, number, id),
      readPage: (after) => reads.readPage(this.#readers, { after, size: batchSize, filter }),
      recent: this.#recent,
      batchSize,
      isWanted: passesFilter(filter),
      wakeups: this.#wakeups,
      pollMsMax: this.#pollMsMax,
      onConnectionLost: this.#onConnectionLost,
    });
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    if (!isEventId(eventId)) return undefined;
    return reads.positionOfEvent(this.#readers, eventId);
  }

  headsUpTo(position: Position): AsyncIterable<readonly NamedHead[]> {
    return reads.headsUpTo(this.#readers, position);
  }

  lastEvent(): Promise<RecordedEvent | undefined> {
    return reads.readLastEvent(this.#readers);
  }

  async withheld(): Promise<readonly never[]> {
    return [];
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.close();
    await Promise.all([this.#writers.close(), this.#readers.close()]);
  }
}
