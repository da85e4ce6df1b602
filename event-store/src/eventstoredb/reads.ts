import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ReadAllOptions,
  type ReadStreamOptions as ReadOptions,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { isStreamName } from '../append-limits.ts';
import { logStart, type Position, type ReadStreamOptions, type RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt, EventLogUnavailable } from '../event-log-errors.ts';
import type { Connection } from './connection.ts';
import { type PlaceInFile, placeOfPosition } from './position.ts';
import { isOurs, recordedEvent } from './recorded-event.ts';

/** Events that are asked for at once when looking for something; system events among them are passed over. */
const pageSize = 4_096;

export async function readStream(
  connection: Connection,
  stream: string,
  { direction, from, limit }: ReadStreamOptions,
): Promise<readonly RecordedEvent[]> {
  if (!isStreamName(stream) || limit < 1) return [];
  const forwards = direction === 'forwards';
  const fromRevision = from === undefined ? (forwards ? START : END) : BigInt(from);
  const options = {
    direction: forwards ? FORWARDS : BACKWARDS,
    fromRevision,
    maxCount: limit,
  } satisfies ReadOptions;
  return read(connection, async (client) => {
    const events: RecordedEvent[] = [];
    for await (const { event } of client.readStream(stream, withDeadline(connection, options)))
      if (event !== undefined) events.push(recordedEvent(event));
    return events;
  });
}

/** The next events after a position, complete and in the order of the log. */
export async function readAll(
  connection: Connection,
  after: Position,
  limit: number,
): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  let cursor = after;
  while (found.length < limit) {
    const page = await readPage(connection, cursor, Math.max(limit - found.length, 256));
    found.push(...page.events);
    if (!page.full) break;
    cursor = page.last;
  }
  return found.slice(0, limit);
}

interface Page {
  readonly events: readonly RecordedEvent[];
  /** Of the last event, ours or the server's. */
  readonly last: Position;
  readonly full: boolean;
}

async function readPage(connection: Connection, after: Position, size: number): Promise<Page> {
  const place = placeOfPosition(after);
  // Reading from a position begins with the event that lies there.
  const options = { direction: FORWARDS, fromPosition: place ?? START, maxCount: size + 1 } as const;
  return read(connection, async (client) => {
    const events: RecordedEvent[] = [];
    let last = after;
    let count = 0;
    for await (const { event } of client.readAll(withDeadline(connection, options))) {
      count += 1;
      if (event === undefined) continue;
      const recorded = recordedEvent(event);
      if (recorded.position === after) continue;
      last = recorded.position;
      if (isOurs(event)) events.push(recorded);
    }
    return { events, last, full: count > size };
  });
}

/**
 * Throws `EventLogCorrupt` unless an event lies exactly at `position`. The end is looked at first: asked for a place
 * beyond it, the server waits there in silence, or fails without saying why.
 */
export async function requireEventAt(connection: Connection, position: Position): Promise<void> {
  const place = placeOfPosition(position);
  if (place === undefined) return;
  const end = await firstPosition(connection, { direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  const isWithin = end !== undefined && position <= end;
  const there = isWithin
    ? await firstPosition(connection, { direction: FORWARDS, fromPosition: place, maxCount: 1 })
    : undefined;
  if (there !== position) throw new EventLogCorrupt('the log holds no event at the position to follow from');
}

/** Of the first event a read gives, ours or the server's. */
const firstPosition = (connection: Connection, options: ReadAllOptions): Promise<Position | undefined> =>
  read(connection, async (client) => {
    for await (const { event } of client.readAll(withDeadline(connection, options)))
      if (event !== undefined) return recordedEvent(event).position;
    return undefined;
  });

export async function positionOfEvent(
  connection: Connection,
  eventId: string,
): Promise<Position | undefined> {
  let cursor: Position = logStart;
  for (;;) {
    const page = await readPage(connection, cursor, pageSize);
    const found = page.events.find(({ id }) => id === eventId);
    if (found !== undefined || !page.full) return found?.position;
    cursor = page.last;
  }
}

export async function readLastEvent(connection: Connection): Promise<RecordedEvent | undefined> {
  let from: PlaceInFile | typeof END = END;
  for (let size = 16; ; size = Math.min(size * 4, pageSize)) {
    const page = await readBackwards(connection, from, size);
    if (page.event !== undefined || page.end === undefined) return page.event;
    from = page.end;
  }
}

/** The first event of ours before a place, and where the page ended if there may be more before it. */
async function readBackwards(
  connection: Connection,
  fromPosition: PlaceInFile | typeof END,
  size: number,
): Promise<{ readonly event?: RecordedEvent; readonly end?: PlaceInFile }> {
  const options = { direction: BACKWARDS, fromPosition, maxCount: size } as const;
  return read(connection, async (client) => {
    let count = 0;
    let end: PlaceInFile | undefined;
    for await (const { event } of client.readAll(withDeadline(connection, options))) {
      count += 1;
      if (event === undefined) continue;
      end = event.position;
      if (isOurs(event)) return { event: recordedEvent(event) };
    }
    return count === size && end !== undefined ? { end } : {};
  });
}

/** gRPC ends the call on the server's side too; our own deadline is the one that always holds. */
const withDeadline = <T extends object>(
  { callDeadlineMs }: Connection,
  options: T,
): T & { deadline: number } => ({
  ...options,
  deadline: callDeadlineMs,
});

/** A stream that does not exist is an empty one; what else goes wrong is that the log was not reached. */
async function read<T>(connection: Connection, work: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
  try {
    return await connection.call(async (client) => {
      const result = await work(client);
      if (!connection.isInUse(client)) throw new EventLogUnavailable('none');
      return result;
    }, isAnswer);
  } catch (cause) {
    if (cause instanceof StreamNotFoundError) return [] as T;
    if (cause instanceof EventLogUnavailable || cause instanceof EventLogCorrupt) throw cause;
    throw new EventLogUnavailable('none', { cause });
  }
}

const isAnswer = (error: unknown): boolean =>
  error instanceof StreamNotFoundError || error instanceof EventLogCorrupt;
