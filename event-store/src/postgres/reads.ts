import type { Position, ReadStreamOptions, RecordedEvent, UnorderedPage } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { type PlaceInLog, placeOfPosition, positionOfPlace } from './position.ts';
import type { Row, Sessions } from './sessions.ts';

const columns = `e.generation, e.xid, e.ordinal, e.stream, e.revision, e.id, e.type,
  e.data, e.metadata, e.prev_hash, e.hash`;

/**
 * Complete below here: of the current generation only what every transaction that could still commit an earlier
 * event has left behind. Both are taken from the statement's one snapshot.
 */
const visible = `(e.generation < (select m.generation from event_log.meta m)
  or e.xid < pg_snapshot_xmin(pg_current_snapshot()))`;

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

/** A page of the log. `last` is where it ends, also when the filter let nothing of it through. */
export interface Page {
  readonly events: readonly RecordedEvent[];
  readonly last: Position | undefined;
  /** There may be more right behind it. */
  readonly full: boolean;
}

/** The next `size` events after a position, of which those whose stream begins with one of `prefixes` are given. */
export async function readPage(
  sessions: Sessions,
  after: Position,
  size: number,
  prefixes: readonly string[] | undefined,
): Promise<Page> {
  const { generation, xid, ordinal } = placeOfPosition(after);
  const wanted = prefixes === undefined ? 'true' : 'e.stream ^@ any ($5::text[])';
  const rows = await sessions.run(
    {
      name: prefixes === undefined ? 'event_log_page' : 'event_log_page_of_streams',
      text: `select ${columnsIf(wanted)}
        from event_log.events e
        where (e.generation, e.xid, e.ordinal) > ($1::integer, $2::xid8, $3::integer) and ${visible}
        order by e.generation, e.xid, e.ordinal limit $4`,
      values: [generation, xid, ordinal, size, ...(prefixes === undefined ? [] : [prefixes])],
    },
    { writes: false },
  );
  const last = rows.at(-1);
  return {
    events: rows.filter((row) => row[3] !== null).map(recordedEvent),
    last: last && positionOfPlace(placeOfRow(last)),
    full: rows.length === size,
  };
}

/** Only the place of an event that is not wanted, so that a page's end is known without what fills it. */
const columnsIf = (wanted: string): string => `e.generation, e.xid, e.ordinal,
  case when ${wanted} then e.stream end, e.revision, e.id, e.type, case when ${wanted} then e.data end,
  case when ${wanted} then e.metadata end, e.prev_hash, e.hash`;

interface UnorderedOptions {
  readonly after: Position;
  readonly limit: number;
  readonly streamPrefixes: readonly string[];
  readonly olderThanMs: number;
}

/** What `readPage` does not give yet although it was appended so long ago: see `EventLog.readUnordered`. */
export async function readUnordered(
  sessions: Sessions,
  { after, limit, streamPrefixes, olderThanMs }: UnorderedOptions,
): Promise<UnorderedPage> {
  const { generation, xid, ordinal } = placeOfPosition(after);
  const wanted = 'e.stream ^@ any ($5::text[])';
  const rows = await sessions.run(
    {
      name: 'event_log_unordered',
      text: `select ${columnsIf(wanted)}
        from event_log.events e
        where (e.generation, e.xid, e.ordinal) > ($1::integer, $2::xid8, $3::integer)
          and e.generation = (select m.generation from event_log.meta m)
          and e.xid >= pg_snapshot_xmin(pg_current_snapshot())
          and e.appended_at < clock_timestamp() - $6::integer * interval '1 ms'
        order by e.generation, e.xid, e.ordinal limit $4`,
      values: [generation, xid, ordinal, limit, streamPrefixes, olderThanMs],
    },
    { writes: false },
  );
  const last = rows.at(-1);
  return {
    events: rows.filter((row) => row[3] !== null).map(recordedEvent),
    last: last && positionOfPlace(placeOfRow(last)),
  };
}

/** Throws `EventLogCorrupt` unless an event lies exactly at `position`. */
export async function requireEventAt(sessions: Sessions, position: Position): Promise<void> {
  const { generation, xid, ordinal } = placeOfPosition(position);
  const rows = await sessions.run(
    {
      text: `select 1 from event_log.events
        where (generation, xid, ordinal) = ($1::integer, $2::xid8, $3::integer)`,
      values: [generation, xid, ordinal],
    },
    { writes: false },
  );
  if (rows.length === 0) throw new EventLogCorrupt('the log holds no event at the position to follow from');
}

export async function positionOfEvent(sessions: Sessions, eventId: string): Promise<Position | undefined> {
  const rows = await sessions.run(
    {
      text: 'select e.generation, e.xid, e.ordinal from event_log.events e where e.id = $1',
      values: [eventId],
    },
    { writes: false },
  );
  return rows[0] && positionOfPlace(placeOfRow(rows[0]));
}

export async function readLastEvent(sessions: Sessions): Promise<RecordedEvent | undefined> {
  const rows = await sessions.run(
    {
      text: `select ${columns} from event_log.events e where ${visible}
        order by e.generation desc, e.xid desc, e.ordinal desc limit 1`,
      values: [],
    },
    { writes: false },
  );
  return rows[0] && recordedEvent(rows[0]);
}

/** Seconds for which the oldest committed event that readers do not see yet has been waiting; 0 when none is. */
export async function readHorizonAge(sessions: Sessions): Promise<number> {
  const rows = await sessions.run(
    {
      text: `select coalesce(extract(epoch from clock_timestamp() - min(e.appended_at)), 0)
        from event_log.events e
        where e.generation = (select m.generation from event_log.meta m)
          and e.xid >= pg_snapshot_xmin(pg_current_snapshot())`,
      values: [],
    },
    { writes: false },
  );
  return Math.max(0, Number(rows[0]?.[0]));
}

function placeOfRow(row: Row): PlaceInLog {
  return { generation: text(row, 0), xid: text(row, 1), ordinal: text(row, 2) };
}

function recordedEvent(row: Row): RecordedEvent {
  return {
    id: text(row, 5),
    stream: text(row, 3),
    revision: Number(text(row, 4)),
    position: positionOfPlace(placeOfRow(row)),
    type: text(row, 6),
    data: JSON.parse(text(row, 7)),
    metadata: { ...JSON.parse(text(row, 8)), prevHash: text(row, 9), hash: text(row, 10) },
  };
}

function text(row: Row, column: number): string {
  const value = row[column];
  if (value === null || value === undefined) throw new EventLogCorrupt('a stored event lacks a column');
  return value;
}
