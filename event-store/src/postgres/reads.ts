import {
  type EventFilter,
  type LogPage,
  type NamedHead,
  type Position,
  passesFilter,
  type ReadStreamOptions,
  type RecordedEvent,
} from '../event-log.ts';
import { EventLogCorrupt, noEventThere, requireSameEvent } from '../event-log-errors.ts';
import { parsePosition, positionOfNumber } from './position.ts';
import type { Row, Sessions } from './sessions.ts';

const columns = `e.position, e.former, e.stream, e.revision, e.id, e.type, e.data, e.metadata, e.prev_hash, e.hash`;

export async function readStream(
  sessions: Sessions,
  stream: string,
  { direction, from, limit }: ReadStreamOptions,
): Promise<readonly RecordedEvent[]> {
  const forwards = direction === 'forwards';
  const rows = await sessions.run({
    name: `event_log_stream_${direction}`,
    text: `select ${columns} from event_log.events e
      where e.stream = $1 and e.revision ${forwards ? '>=' : '<='} $2
      order by e.revision ${forwards ? 'asc' : 'desc'} limit $3`,
    values: [stream, from ?? (forwards ? 0 : Number.MAX_SAFE_INTEGER), limit],
  });
  return rows.map(recordedEvent);
}

/** A page of the log, which ends with event number `last`. There may be more after a full one. */
export interface Page extends LogPage {
  readonly last: number | undefined;
  readonly full: boolean;
}

export interface PageRange {
  readonly after: number;
  /** Inclusive; default: the end of the log. */
  readonly until?: number | undefined;
  readonly size: number;
  readonly filter?: EventFilter | undefined;
}

/**
 * The next events after a number. A page counts rows, not numbers: events that someone else wrote behind a gap in the
 * numbers must not escape verification.
 */
export async function readPage(
  sessions: Sessions,
  { after, until = Number.MAX_SAFE_INTEGER, size, filter }: PageRange,
): Promise<Page> {
  const page = 'e.position > $1 and e.position <= $2 order by e.position limit $3';
  const rows = await sessions.run(
    filter === undefined
      ? {
          name: 'event_log_page',
          text: `select ${columns} from event_log.events e where ${page}`,
          values: [after, until, size],
        }
      : {
          name: 'event_log_filtered_page',
          text: `with range as (select max(position) as last, count(*) as scanned
              from (select e.position from event_log.events e where ${page}) page)
            select ${columns}, range.scanned from event_log.events e, range
            where e.position > $1 and e.position <= range.last
              and (e.stream ^@ any ($4::text[]) and e.type <> all ($5::text[]) or e.position = range.last)
            order by e.position`,
          values: [after, until, size, filter.streamPrefixes, filter.exceptTypes ?? []],
        },
  );
  const events = rows.map(recordedEvent);
  const lastRow = rows.at(-1);
  const scanned = filter === undefined || lastRow === undefined ? rows.length : Number(text(lastRow, 10));
  return {
    events: events.filter(passesFilter(filter)),
    scanned,
    end: events.at(-1),
    last: lastRow && numberOf(lastRow),
    full: scanned === size,
  };
}

/**
 * The number at a position, 0 at the start. Throws `EventLogCorrupt` for a position of an earlier version without an
 * event.
 */
export async function numberAt(sessions: Sessions, position: Position): Promise<number> {
  const parsed = parsePosition(position);
  if (typeof parsed === 'number') return parsed;
  const rows = await sessions.run({
    text: 'select e.position from event_log.events e where e.former = $1',
    values: [parsed.former],
  });
  if (rows[0] === undefined) throw noEventThere();
  return numberOf(rows[0]);
}

/** Throws `EventLogCorrupt` unless there is an event with this number and, if `id` is given, with this id. */
export async function requireEventAt(
  sessions: Sessions,
  number: number,
  id: string | null | undefined,
): Promise<void> {
  const rows = await sessions.run({
    text: 'select e.id from event_log.events e where e.position = $1',
    values: [number],
  });
  requireSameEvent(rows[0] && { id: text(rows[0], 0) }, id);
}

export async function positionOfEvent(sessions: Sessions, eventId: string): Promise<Position | undefined> {
  const rows = await sessions.run({
    text: 'select event_position, former from event_log.position_of($1)',
    values: [eventId],
  });
  const [row] = rows;
  return row?.[0] ? positionOf(row) : undefined;
}

export async function readLastEvent(sessions: Sessions): Promise<RecordedEvent | undefined> {
  const rows = await sessions.run({
    text: `select ${columns} from event_log.events e order by e.position desc limit 1`,
    values: [],
  });
  return rows[0] && recordedEvent(rows[0]);
}

const headsOfAPage = 2_000;

/** Steps from stream to stream by the index and reads one event of each, however long the streams are. */
export async function* headsUpTo(
  sessions: Sessions,
  position: Position,
): AsyncGenerator<readonly NamedHead[], void, undefined> {
  const last = await numberAt(sessions, position);
  for (let after = ''; ; ) {
    const rows = await sessions.run({
      name: 'event_log_heads',
      text: `with recursive names (stream, n) as (
          (select e.stream, 1 from event_log.events e where e.stream > $1 order by e.stream limit 1)
          union all
          select next.stream, names.n + 1 from names, lateral (
            select e.stream from event_log.events e where e.stream > names.stream order by e.stream limit 1
          ) next where names.n < $3
        )
        select names.stream, head.revision, head.hash from names left join lateral (
          select e.revision, e.hash from event_log.events e
          where e.stream = names.stream and e.position <= $2 order by e.revision desc limit 1
        ) head on true order by names.stream`,
      values: [after, last, headsOfAPage],
    });
    // A stream that began later has no head yet.
    yield rows
      .filter((row) => row[1] !== null)
      .map((row) => ({ stream: text(row, 0), revision: Number(text(row, 1)), hash: text(row, 2) }));
    const end = rows.at(-1);
    if (end === undefined || rows.length < headsOfAPage) return;
    after = text(end, 0);
  }
}

const numberOf = (row: Row): number => Number(text(row, 0));
const positionOf = (row: Row): Position => positionOfNumber(numberOf(row), row[1]);

function recordedEvent(row: Row): RecordedEvent {
  return {
    id: text(row, 4),
    stream: text(row, 2),
    revision: Number(text(row, 3)),
    position: positionOf(row),
    type: text(row, 5),
    data: JSON.parse(text(row, 6)),
    metadata: { ...JSON.parse(text(row, 7)), prevHash: text(row, 8), hash: text(row, 9) },
  };
}

function text(row: Row, column: number): string {
  const value = row[column];
  if (value === null || value === undefined) throw new EventLogCorrupt('a stored event lacks a column');
  return value;
}
