import { type EventLog, logStart, type Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import { logPages } from '../log-pages.ts';
import { startOfMinute } from '../read-models/moments/moments.ts';
import { placeOfEvent } from './place-of-event.ts';
import { UnknownMoment } from './unknown-moment.ts';

/**
 * Up to where a report goes: the events up to `position` in log order and, when it was asked for by time, of those
 * only the ones whose `at` is not after it, because the clocks of several processes are not in the order of the log.
 */
export interface Moment {
  readonly position: Position;
  /** Of the last event included; null before the first. */
  readonly eventId: string | null;
  /** ISO 8601 with milliseconds. */
  readonly at: string | null;
}

export interface MomentSources {
  readonly pool: pg.Pool;
  readonly log: EventLog;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/**
 * Younger times are not asked for: an event with an earlier `at` may still arrive. More than the longest that can pass
 * between the `at` of an event and its commit, which is all a command has (`leaseMs` of
 * `backend/src/trading/commands/command-times.ts`), and what the clocks of several processes differ.
 */
export const settledAfterMs = 60_000;
const pageSize = 1_000;

/**
 * The moment that `asOf` names: an event id, a time, or both as an earlier report named it.
 *
 * @throws UnknownMoment
 */
export async function momentOf(sources: MomentSources, asOf: string): Promise<Moment> {
  const [first = '', time, ...rest] = asOf.split('@');
  if (rest.length > 0) throw new UnknownMoment('malformed');
  if (uuid.test(first))
    return atEvent(sources, first.toLowerCase(), time === undefined ? null : instant(time));
  if (time !== undefined) throw new UnknownMoment('malformed');
  return atTime(sources, instant(first));
}

/** How a report names its moment, so that asking for it again gives the same bytes. */
export const nameOfMoment = ({ eventId, at }: Moment): string | null =>
  eventId === null || at === null ? eventId : `${eventId}@${at}`;

function instant(text: string): string {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const ms = isIso ? Date.parse(text) : Number.NaN;
  // Before 1970 no ledger was kept, and the database's calendar ends where some of those years begin.
  if (Number.isNaN(ms) || ms < 0) throw new UnknownMoment('malformed');
  if (ms > Date.now() - settledAfterMs) throw new UnknownMoment('too recent');
  return new Date(ms).toISOString();
}

async function atEvent(sources: MomentSources, eventId: string, at: string | null): Promise<Moment> {
  const position = await placeOfEvent(sources, eventId);
  if (position === undefined) throw new UnknownMoment('no such event');
  return { position, eventId, at };
}

/**
 * The last event of the log whose `at` is not after the time. Whole minutes are known from the read model; read
 * is only what follows them in the log, up to the last event of the broken minute, and what the read model has
 * not seen yet.
 */
async function atTime({ pool, log }: MomentSources, at: string): Promise<Moment> {
  const { whole, broken, seen } = await minutesUpTo(pool, at);
  let last: Moment = { position: whole?.position ?? logStart, eventId: whole?.event_id ?? null, at };
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

/** Which event of the whole minutes before `at` is the last, where its own minute ends, and how much is known. */
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
