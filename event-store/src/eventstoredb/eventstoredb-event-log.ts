import { checkAppend, checkStreamName, eventTexts, isEventId } from '../append-limits.ts';
import type {
  AppendResult,
  EventBatch,
  EventLog,
  ExpectedHead,
  NewEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
} from '../event-log.ts';
import { sealEvents } from '../hash-chain.ts';
import { append } from './append.ts';
import { Connection } from './connection.ts';
import { KnownHeads } from './known-heads.ts';
import * as reads from './reads.ts';
import { follow } from './subscription.ts';

export interface EventStoreDbEventLogOptions {
  /** Like `esdb://user:password@host:2113?tls=true`. */
  readonly connectionString: string;
  /** Longest any call may take, in milliseconds. Default 6,000. */
  readonly deadlineMs?: number;
  /** Told whenever a client is given up; calls and followers report or go on by themselves. */
  readonly onConnectionLost?: (cause: unknown) => void;
}

/** The log in an EventStoreDB. Connects with the first call. */
export function createEventStoreDbEventLog({
  connectionString,
  deadlineMs = 6_000,
  onConnectionLost = () => {},
}: EventStoreDbEventLogOptions): EventLog {
  const connection = new Connection({ connectionString, deadlineMs, onConnectionLost });
  return new EventStoreDbLog(connection, credentialsOf(connectionString));
}

/** The user part of the connection string, which the library does not pass on to single calls. */
function credentialsOf(connectionString: string): { username: string; password: string } | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@/]+)@/.exec(connectionString) ?? [];
  if (username === undefined || password === undefined) return undefined;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

class EventStoreDbLog implements EventLog {
  readonly #connection: Connection;
  readonly #credentials: { username: string; password: string } | undefined;
  readonly #heads = new KnownHeads();
  readonly #closing = new AbortController();

  constructor(connection: Connection, credentials: { username: string; password: string } | undefined) {
    this.#connection = connection;
    this.#credentials = credentials;
  }

  async readStream(stream: string, options: ReadStreamOptions): Promise<readonly RecordedEvent[]> {
    const events = await reads.readStream(this.#connection, stream, options);
    this.#heads.know(events);
    return events;
  }

  async append(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    const sealed = sealEvents(stream, expected, events);
    eventTexts(sealed);
    const context = {
      connection: this.#connection,
      heads: this.#heads,
      credentials: this.#credentials,
    };
    return append(context, { stream, expected, events: sealed });
  }

  async readAll({ after, limit }: ReadAllOptions): Promise<readonly RecordedEvent[]> {
    return reads.readAll(this.#connection, after, limit);
  }

  subscribeAll({ after, filter, signal, batchSize = 500 }: SubscribeOptions): AsyncIterable<EventBatch> {
    filter?.streamPrefixes.forEach(checkStreamName);
    return follow({
      connection: this.#connection,
      after,
      filter,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      batchSize,
    });
  }

  async positionOf(eventId: string): Promise<Position | undefined> {
    return isEventId(eventId) ? reads.positionOfEvent(this.#connection, eventId) : undefined;
  }

  lastEvent(): Promise<RecordedEvent | undefined> {
    return reads.readLastEvent(this.#connection);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection.close();
  }
}
