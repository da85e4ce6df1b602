import { isEventId } from '@matgyo/event-store/append-limits';
import { type EventLog, logStart, type Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import { logPages } from '../log-pages.ts';
import { moments, startOfMinute } from '../read-models/moments/moments.ts';

/** The `asOf` of a report names no as-of point of this log. */
export class UnknownAsOfPoint extends Error {
  override readonly name = 'UnknownAsOfPoint';
  readonly reason: 'malformed' | 'no such event' | 'too recent';

  constructor(reason: UnknownAsOfPoint['reason']) {
    super(`the as-of point is unknown: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The as-of point of a report: the events up to `position` in log order. If it was given as a time, only those of them
 * whose `at` is not after it, because the clocks of several processes do not agree with log order.
 */
export interface AsOfPoint {
  readonly position: Position;
  /** The last event included; null before the first. */
  readonly eventId: string | null;
  /** ISO 8601 with milliseconds. */
  readonly at: string | null;
}

export interface AsOfSources {
  readonly pool: pg.Pool;
  readonly log: EventLog;
}

/**
 * Later times are not accepted: an event with an earlier `at` may still arrive. Longer than the longest delay between
 * the `at` of an event and its commit, which is a command's whole time (`leaseMs` of
 * `backend/src/platform/commands/command-times.ts`), plus the clock differences between processes.
 */
export const stableAfterMs = 60_000;
const pageSize = 1_000;

/**
 * The as-of point that `asOf` names: an event id, a time, or both as named by an earlier report.
 *
 * @throws UnknownAsOfPoint
 */
export async function asOfPointOf(sources: AsOfSources, asOf: string): Promise<AsOfPoint> {
  const [first = '', time, ...rest] = asOf.split('@');
  if (rest.length > 0) throw new UnknownAsOfPoint('malformed');
  const id = first.toLowerCase();
  if (isEventId(id)) return atEvent(sources, id, time === undefined ? null : instant(time));
  if (time !== undefined) throw new UnknownAsOfPoint('malformed');
  return atTime(sources, instant(first));
}

/** The name of an as-of point in a report: requesting it again gives the same bytes. */
export const nameOfAsOfPoint = ({ eventId, at }: AsOfPoint): string | null =>
  eventId === null || at === null ? eventId : `${eventId}@${at}`;

function instant(text: string): string {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const ms = isIso ? Date.parse(text) : Number.NaN;
  // The ledger has no times before 1970, and the database's calendar ends before some of the parseable years.
  if (Number.isNaN(ms) || ms < 0) throw new UnknownAsOfPoint('malformed');
  if (ms > Date.now() - stableAfterMs) throw new UnknownAsOfPoint('too recent');
  return new Date(ms).toISOString();
}

async function atEvent(sources: AsOfSources, eventId: string, at: string | null): Promise<AsOfPoint> {
  const position = await positionOfEvent(sources, eventId);
  if (position === undefined) throw new UnknownAsOfPoint('no such event');
  return { position, eventId, at };
}

/**
 * The last event of the log whose `at` is not after the time. The read model knows whole minutes; only the events after
 * them are read from the log, up to the last event of the incomplete minute, and those that the read model has not
 * folded yet.
 */
async function atTime({ pool, log }: AsOfSources, at: string): Promise<AsOfPoint> {
  const { whole, broken, seen } = await minutesUpTo(pool, at);
  let last: AsOfPoint = { position: whole?.position ?? logStart, eventId: whole?.event_id ?? null, at };
  const look = async (after: Position, until?: Position) => {
    for await (const page of logPages(log, { after, size: pageSize, until })) {
      const event = page.findLast(({ metadata }) => metadata.at <= at);
      if (event !== undefined) last = { position: event.position, eventId: event.id, at };
    }
  };
  if (broken !== undefined && broken.position > last.position) await look(last.position, broken.position);
  await look(seen);
  return last;
}

interface Minute {
  readonly minute: Date;
  readonly position: Position;
  readonly event_id: string;
}

/** The last event of the whole minutes before `at`, the end of its own minute, and the read model's position. */
async function minutesUpTo(
  pool: pg.Pool,
  at: string,
): Promise<{ whole?: Minute | undefined; broken?: Minute | undefined; seen: Position }> {
  const checkpoint = await readCheckpoint(pool, liveSchema('moments'));
  if (checkpoint === undefined) return { seen: logStart };
  const minute = startOfMinute(at);
  const { rows } = await pool.query<Minute>(
    `(select minute, position, event_id from read_moments.minutes where minute < $1 order by position desc limit 1)
     union all select minute, position, event_id from read_moments.minutes where minute = $1`,
    [minute],
  );
  const broken = rows.find((row) => row.minute.toISOString() === minute);
  return { whole: rows.find((row) => row !== broken), broken, seen: checkpoint.position };
}

/**
 * An event's position, or undefined if the log does not hold it. Uses the read model; reads from the log only what that
 * has not folded yet, or all when this version has not built it.
 */
async function positionOfEvent({ pool, log }: AsOfSources, eventId: string): Promise<Position | undefined> {
  const seen = await readCheckpoint(pool, liveSchema(moments.name));
  if (seen?.version !== moments.version) return log.positionOf(eventId);
  const { rows } = await pool.query<{ position: Position }>(
    'select position from read_moments.events where event_id = $1',
    [eventId],
  );
  const [row] = rows;
  if (row !== undefined) return row.position;
  for await (const page of logPages(log, { after: seen.position, size: pageSize })) {
    const event = page.find(({ id }) => id === eventId);
    if (event !== undefined) return event.position;
  }
  return undefined;
}
