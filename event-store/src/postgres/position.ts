import { logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';

/**
 * The order of the Postgres log as one string. Events are numbered from 1 without gaps; the leading digit makes a
 * number greater than every position of earlier versions, which their events keep: `0000000001-…`, as stored in read
 * models and checkpoints.
 */
const form = /^1(\d{19})$/;
const formerForm = /^\d{10}-\d{20}-\d{10}$/;

/** `former`: the position that an earlier version wrote, if one appended the event. */
export function positionOfNumber(number: number, former: string | null = null): Position {
  return (former ?? `1${String(number).padStart(19, '0')}`) as Position;
}

/**
 * The event's number in the log, 0 for the log's start; or, for a position of an earlier version, that position, whose
 * number only the database has. Throws `EventLogCorrupt` for a position that this adapter never wrote.
 */
export function parsePosition(position: Position): number | { readonly former: string } {
  if (position === logStart) return 0;
  if (formerForm.test(position)) return { former: position };
  const number = Number(form.exec(position)?.[1]);
  if (!Number.isSafeInteger(number))
    throw new EventLogCorrupt('a position that is not one of the Postgres log');
  return number;
}
