import { isEventId } from '@matgyo/event-store/append-limits';
import { type EventLog, logStart, type Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import { logPages } from '../log-pages.ts';
import { WrongUsage } from '../program-fault.ts';
import { moments, startOfMinute } from '../read-models/moments/moments.ts';

/** The `asOf` that a client sent for a report names no as-of point of this log; `reason` says why. */
export class UnknownAsOfPoint extends WrongUsage {
  override readonly name = 'UnknownAsOfPoint';
  readonly reason: 'malformed' | 'no such event' | 'too recent';

  constructor(reason: UnknownAsOfPoint['reason']) {
    super(`the as-of point is unknown: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Which events a report includes: those up to `position` in log order. If the as-of point was given as a time, it
 * includes of these only the events whose `at` is not later. The two differ, because several processes write, whose
 * clocks differ.
 */
export interface AsOfPoint {
  readonly position: Position;
  /** The id of the event at `position`; null before the first event. */
  readonly eventId: string | null;
  /** The time, ISO 8601 with milliseconds; null if no time was given. */
  readonly at: string | null;
}

export interface AsOfSources {
  readonly pool: pg.Pool;
  readonly log: EventLog;
}

/**
 * How long ago a time must be to be an as-of point. For a later one, events with an earlier `at` may still be appended,
 * so the report would not be final. The longest delay between an event's `at` and its commit is that of a command
 * (`leaseMs` of `backend/src/platform/commands/command-times.ts`), plus the difference between the clocks of the
 * processes.
 */
export const stableAfterMs = 60_000;
const pageSize = 1_000;

/**
 * The as-of point that `asOf` names: an event's id, a time in ISO 8601, or both in the form of `nameOfAsOfPoint`.
 *
 * @throws UnknownAsOfPoint
 */
export async function asOfPointOf(sources: AsOfSources, asOf: string): Promise<AsOfPoint> {
  const [first = '', time, ...rest] = asOf.split('@');
  if (rest.length > 0) throw new UnknownAsOfPoint('malformed');
  const id = first.toLowerCase();
  if (isEventId(id)) return atEvent(sources, id, time === undefined ? null : instant(time));
  if (time !== undefined) throw new UnknownAsOfPoint('malformed');
  const at = instant(first);
  // With an event the report is final anyway: it covers nothing after the event.
  if (Date.parse(at) > Date.now() - stableAfterMs) throw new UnknownAsOfPoint('too recent');
  return atTime(sources, at);
}

/** The name under which a report shows its as-of point. A report that is requested for this name has the same bytes. */
export const nameOfAsOfPoint = ({ eventId, at }: AsOfPoint): string | null =>
  eventId === null || at === null ? eventId : `${eventId}@${at}`;

function instant(text: string): string {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const ms = isIso ? Date.parse(text) : Number.NaN;
  // The ledger has no times before 1970, and the database's calendar ends before some of the parseable years.
  if (Number.isNaN(ms) || ms < 0) throw new UnknownAsOfPoint('malformed');
  return new Date(ms).toISOString();
}

async function atEvent(sources: AsOfSources, eventId: string, at: string | null): Promise<AsOfPoint> {
  const position = await positionOfEvent(sources, eventId);
  if (position === undefined) throw new UnknownAsOfPoint('no such event');
  return { position, eventId, at };
}

/**
 * The last event of the log whose `at` is not after the time. The read model `moments` has the last event of each
 * minute. So only two parts of the log are read: what follows the complete minutes before the time up to the last event
 * of the time's own minute, and what the read model has not folded yet.
 */
async function atTime({ pool, log }: AsOfSources, at: string): Promise<AsOfPoint> {
  const { complete, incomplete, shown } = await minutesUpTo(pool, at);
  let last: AsOfPoint = { position: complete?.position ?? logStart, eventId: complete?.event_id ?? null, at };
  const readAfter = async (after: Position, until?: Position) => {
    for await (const page of logPages(log, { after, size: pageSize, until })) {
      const event = page.findLast(({ metadata }) => metadata.at <= at);
      if (event !== undefined) last = { position: event.position, eventId: event.id, at };
    }
  };
  if (incomplete !== undefined && incomplete.position > last.position)
    await readAfter(last.position, incomplete.position);
  await readAfter(shown);
  return last;
}

interface Minute {
  readonly minute: Date;
  readonly position: Position;
  readonly event_id: string;
}

/**
 * `complete`: the last event of the minutes before that of `at`. `incomplete`: the last event of the minute of `at`.
 * `shown`: the position of the read model.
 */
async function minutesUpTo(pool: pg.Pool, at: string) {
  const checkpoint = await readCheckpoint(pool, liveSchema('moments'));
  if (checkpoint === undefined) return { shown: logStart };
  const minute = startOfMinute(at);
  const { rows } = await pool.query<Minute>(
    `(select minute, position, event_id from read_moments.minutes where minute < $1 order by position desc limit 1)
     union all select minute, position, event_id from read_moments.minutes where minute = $1`,
    [minute],
  );
  const incomplete = rows.find((row) => row.minute.toISOString() === minute);
  return { complete: rows.find((row) => row !== incomplete), incomplete, shown: checkpoint.position };
}

/**
 * An event's position; undefined if the log has no such event. The read model `moments` finds it; events that the read
 * model has not folded yet are read from the log. If the read model was not built by this version yet, the log is
 * asked.
 */
async function positionOfEvent({ pool, log }: AsOfSources, eventId: string): Promise<Position | undefined> {
  const shown = await readCheckpoint(pool, liveSchema(moments.name));
  if (shown?.version !== moments.version) return log.positionOf(eventId);
  const { rows } = await pool.query<{ position: Position }>(
    'select position from read_moments.events where event_id = $1',
    [eventId],
  );
  const [row] = rows;
  if (row !== undefined) return row.position;
  for await (const page of logPages(log, { after: shown.position, size: pageSize })) {
    const event = page.find(({ id }) => id === eventId);
    if (event !== undefined) return event.position;
  }
  return undefined;
}
