import type { NamedHead, Position, ReadStreamOptions, RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { placeOfPosition, positionOfNumber } from './position.ts';
import type { Row, Sessions } from './sessions.ts';

const columns = `e.position, e.former, e.stream, e.revision, e.id, e.type, e.data, e.metadata, e.prev_hash, e.hash`;

export async function readStream(
  sessions: Sessions,
  stream: string,
  { direction, from, limit }: ReadStreamOptions,
): Promise<readonly RecordedEvent[]> {
  const forwards = direction === 'forwards';
  const rows = await sessions.run(
    {
      name: `event_log_stream_${direction}`,
      text: `select ${columns} from event_log.events e
        where e.stream = $1 and e.revision ${forwards ? '>=' : '<='} $2
        order by e.revision ${forwards ? 'asc' : 'desc'} limit $3`,
      values: [stream, from ?? (forwards ? 0 : Number.MAX_SAFE_INTEGER), limit],
    },
    { writes: false },
  );
  return rows.map(recordedEvent);
}

/** A page of the log. `last` is the number it ends with, also when the filter let nothing of it through. */
export interface Page {
  readonly events: readonly RecordedEvent[];
  readonly last: number | undefined;
  /** There may be more right behind it. */
  readonly full: boolean;
}

/** The next `size` events after a number, of which those whose stream begins with one of `prefixes` are given. */
export async function readPage(
  sessions: Sessions,
  after: number,
  size: number,
  prefixes: readonly string[] | undefined,
): Promise<Page> {
  const wanted = prefixes === undefined ? 'true' : 'e.stream ^@ any ($3::text[])';
  const rows = await sessions.run(
    {
      name: prefixes === undefined ? 'event_log_page' : 'event_log_page_of_streams',
      // Only the place of an event that is not wanted, so that a page's end is known without what fills it.
      text: `select e.position, e.former, case when ${wanted} then e.stream end, e.revision, e.id, e.type,
          case when ${wanted} then e.data end, case when ${wanted} then e.metadata end, e.prev_hash, e.hash
        from event_log.events e where e.position > $1 order by e.position limit $2`,
      values: [after, size, ...(prefixes === undefined ? [] : [prefixes])],
    },
    { writes: false },
  );
  const last = rows.at(-1);
  return {
    events: rows.filter((row) => row[2] !== null).map(recordedEvent),
    last: last && numberOf(last),
    full: rows.length === size,
  };
}

/**
 * The number at a position, 0 at the start. Throws `EventLogCorrupt` for a position of an earlier version at which no event lies.
 */
export async function numberAt(sessions: Sessions, position: Position): Promise<number> {
  const place = placeOfPosition(position);
  if (typeof place === 'number') return place;
  const rows = await sessions.run(
    { text: 'select e.position from event_log.events e where e.former = $1', values: [place.former] },
    { writes: false },
  );
  if (rows[0] === undefined) throw noEventThere();
  return numberOf(rows[0]);
}

/** Throws `EventLogCorrupt` unless an event has this number. */
export async function requireEventAt(sessions: Sessions, number: number): Promise<void> {
  const rows = await sessions.run(
    { text: 'select 1 from event_log.events e where e.position = $1', values: [number] },
    { writes: false },
  );
  if (rows.length === 0) throw noEventThere();
}

const noEventThere = () => new EventLogCorrupt('the log holds no event at the position to follow from');

export async function positionOfEvent(sessions: Sessions, eventId: string): Promise<Position | undefined> {
  const rows = await sessions.run(
    { text: 'select e.position, e.former from event_log.events e where e.id = $1', values: [eventId] },
    { writes: false },
  );
  return rows[0] && positionOf(rows[0]);
}

export async function readLastEvent(sessions: Sessions): Promise<RecordedEvent | undefined> {
  const rows = await sessions.run(
    { text: `select ${columns} from event_log.events e order by e.position desc limit 1`, values: [] },
    { writes: false },
  );
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
    const rows = await sessions.run(
      {
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
      },
      { writes: false },
    );
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
