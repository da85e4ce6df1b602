import {
  type AllStreamResolvedEvent,
  type ReadAllOptions as ClientReadOptions,
  StreamNotFoundError,
  UnknownError,
} from '@eventstore/db-client';
import {
  type EventPosition,
  type LogPage,
  logStart,
  type Position,
  pageOf,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
} from '../event-log.ts';
import { EventLogUnavailable, requireSameEvent } from '../event-log-errors.ts';
import { collect, type Reader } from './bounded-read.ts';
import { isUnavailableFor } from './failures.ts';
import { positionOf, readPositionOf } from './position.ts';
import { eventIdOf, isSystemEvent, recordedEvent } from './recorded-event.ts';
import { requireNeverThere, requireWhole } from './withheld.ts';

/** Once a read meets the server's own events, it reads pages of at least this size. */
const pageSizeMin = 100;
/** A search begins with the last event alone, which nearly always matches, and continues with growing pages. */
const searchPages = [1, 10, 100, 1_000] as const;
/** gRPC's status of a failure that the server gives no reason for. */
const unknownStatus = 2;

/** A position, and the id of the event that must be there; without an id, any event may be. */
export type PositionAndId = Pick<EventPosition, 'position'> & { readonly id: string | null | undefined };

/** A page of the log. `last`: where it ends, also when no event matched. */
export interface Page {
  readonly events: readonly RecordedEvent[];
  readonly last: PositionAndId | undefined;
  readonly full: boolean;
}

/** Throws `EventLogCorrupt` if the server withholds events of the stream, instead of returning the rest. */
export async function readStream(
  reader: Reader,
  stream: string,
  options: ReadStreamOptions,
): Promise<readonly RecordedEvent[]> {
  const { direction, from, limit } = options;
  const fromRevision = from === undefined ? (direction === 'forwards' ? 'start' : 'end') : BigInt(from);
  try {
    const found = await collect(
      reader,
      (client) =>
        // In a cluster only the leader is certain to have the last acknowledged events.
        client.readStream(stream, { direction, fromRevision, maxCount: limit, requiresLeader: true }),
      'read streams',
    );
    const events = found.map(recordedEvent);
    requireWhole(stream, events, options);
    return events;
  } catch (error) {
    if (!isUnavailableFor(error, StreamNotFoundError)) throw error;
    await requireNeverThere(reader, stream);
    return [];
  }
}

/** Reads the next `size` events after a position, including the server's own, and returns the wanted ones. */
export async function readPage(
  reader: Reader,
  after: Position,
  size: number,
  isWanted: (event: RecordedEvent) => boolean = () => true,
): Promise<Page> {
  const fromPosition = readPositionOf(after);
  // The event at the position comes first again: such a read includes its start.
  const maxCount = after === logStart ? size : size + 1;
  const found = await collect(reader, (client) => client.readAll({ fromPosition, maxCount }));
  const behind = found.filter((resolved) => resolved.event && positionOf(resolved.event.position) > after);
  const last = behind.at(-1);
  return {
    events: behind
      .filter((resolved) => !isSystemEvent(resolved))
      .map(recordedEvent)
      .filter(isWanted),
    last: last && positionAndId(last),
    full: found.length === maxCount,
  };
}

/** Reads every event of the range, because the server does not say how many a filter left out. */
export async function readAll(
  reader: Reader,
  { after, afterId, until, limit, filter }: ReadAllOptions,
): Promise<LogPage> {
  if (after !== logStart && afterId) await requireEventAt(reader, { position: after, id: afterId });
  const scanned: RecordedEvent[] = [];
  for (let cursor = after, smallest = limit; ; smallest = pageSizeMin) {
    const page = await readPage(reader, cursor, Math.max(limit - scanned.length, smallest));
    scanned.push(...page.events.filter(({ position }) => until === undefined || position <= until));
    const isPastEnd = page.last === undefined || (until !== undefined && page.last.position >= until);
    if (scanned.length >= limit || !page.full || isPastEnd) return pageOf(scanned.slice(0, limit), filter);
    cursor = page.last.position;
  }
}

/**
 * Throws `EventLogCorrupt` unless an event begins exactly at the position and, if `id` is given, has that id. Reads the
 * end of the log first, because from a position after the end the server would follow without an error. If the position
 * is inside an event, the server fails without a reason.
 */
export async function requireEventAt(reader: Reader, { position, id }: PositionAndId): Promise<void> {
  const fromPosition = readPositionOf(position);
  const end = await firstEvent(reader, { direction: 'backwards', fromPosition: 'end' });
  const there =
    end !== undefined && position <= end.position
      ? await firstEvent(reader, { fromPosition }).catch(noneInsideEvent)
      : undefined;
  requireSameEvent(there?.position === position ? there : undefined, id);
}

/**
 * The server's reply for a position inside an event. Its status and class are checked, because the client throws the
 * same error class for temporary failures.
 */
function noneInsideEvent(error: unknown): undefined {
  const cause = error instanceof EventLogUnavailable ? error.cause : undefined;
  if (!(cause instanceof UnknownError && cause.code === unknownStatus)) throw error;
}

async function firstEvent(reader: Reader, options: Pick<ClientReadOptions, 'direction' | 'fromPosition'>) {
  const [first] = await collect(reader, (client) =>
    // A follower node may be behind the events that were already handled.
    client.readAll({ ...options, maxCount: 1, requiresLeader: true }),
  );
  return first && positionAndId(first);
}

const positionAndId = (resolved: AllStreamResolvedEvent): PositionAndId | undefined =>
  resolved.event && { position: positionOf(resolved.event.position), id: eventIdOf(resolved) };

/** The newest event that `isWanted` accepts; undefined after reading the whole log without a match. */
export async function findBackwards(
  reader: Reader,
  isWanted: (resolved: AllStreamResolvedEvent) => boolean,
): Promise<RecordedEvent | undefined> {
  let before: Position | undefined;
  for (let page = 0; ; page += 1) {
    const fromPosition = before === undefined ? 'end' : readPositionOf(before);
    const maxCount = searchPages[page] ?? searchPages[3];
    const found = await collect(reader, (client) =>
      client.readAll({ direction: 'backwards', fromPosition, maxCount, requiresLeader: true }),
    );
    const match = found.find((resolved) => !isSystemEvent(resolved) && isWanted(resolved));
    if (match !== undefined) return recordedEvent(match);
    const oldest = found.at(-1)?.event;
    if (oldest === undefined || found.length < maxCount) return undefined;
    before = positionOf(oldest.position);
  }
}
