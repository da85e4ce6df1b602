import { isDay } from '../../format/days.ts';
import { serverNow } from '../../session/server-clock.ts';

const eventAsOf =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(@\d{4}-\d\d-\d\dT[\d:.]+Z)?$/i;
const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;
const koreanTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

/**
 * Parses a point in time for the server: a time in Korea (`2026-11-20 15:00`; a date alone means its end), a time with
 * its zone (`2026-11-20T06:00:00Z`), an event id, or the `asOf` of an earlier report. Undefined if it is none of them.
 * `before`: for a range that begins with the date, the last millisecond before it.
 */
export function readAsOf(text: string, dateAlone: 'end' | 'before' = 'end'): string | undefined {
  const written = text.trim();
  if (eventAsOf.test(written)) return written;
  if (!isDay(dayIn(written))) return undefined;
  if (zonedTime.test(written)) return isoOf(Date.parse(written));
  const [, day, minutes, seconds] = koreanTime.exec(written) ?? [];
  if (day === undefined) return undefined;
  if (minutes !== undefined) return isoOf(Date.parse(`${day}T${minutes}${seconds ?? ':00'}+09:00`));
  return isoOf(Date.parse(`${day}T${dateAlone === 'end' ? '24' : '00'}:00+09:00`) - 1);
}

const dayIn = (text: string): string => text.trim().slice(0, 10);

const isoOf = (at: number): string | undefined => (Number.isNaN(at) ? undefined : new Date(at).toISOString());

/** Two points in time as query parameters; without `after` the later one is now. */
export interface AsOfPoints {
  readonly before: string;
  readonly after?: string;
}

/** NaN, which compares with nothing, for none and for records, whose times only the server knows. */
const timeOf = (asOf: string | undefined): number =>
  asOf === undefined || eventAsOf.test(asOf) ? Number.NaN : Date.parse(asOf);

/** Why a text is not a point in time of the past: unreadable, on a day of no calendar, or still ahead. */
export type AsOfFault = 'unread' | 'noSuchDay' | 'ahead';

export function faultOfAsOf(text: string, dateAlone?: 'end' | 'before'): AsOfFault | undefined {
  const asOf = readAsOf(text, dateAlone);
  if (asOf !== undefined) return timeOf(asOf) > serverNow() ? 'ahead' : undefined;
  return /^\d{4}-\d\d-\d\d/.test(text.trim()) && !isDay(dayIn(text)) ? 'noSuchDay' : 'unread';
}

/** A day that has not ended: what there is of it ends now. */
const isUnfinishedDay = (text: string): boolean =>
  dayIn(text) === text.trim() && faultOfAsOf(text) === 'ahead';

/** What is wrong with two points in time as typed, of which the later may be missing. `dateAlone` applies to the first. */
export function faultsOfPoints(
  { before, after }: { readonly before: string; readonly after: string },
  dateAlone?: 'end' | 'before',
): { readonly before: AsOfFault | undefined; readonly after: AsOfFault | 'order' | undefined } {
  const first = faultOfAsOf(before, dateAlone);
  if (after.trim() === '') return { before: first, after: undefined };
  const fault = isUnfinishedDay(after) ? undefined : faultOfAsOf(after);
  const isReversed = timeOf(readAsOf(after)) < timeOf(readAsOf(before, dateAlone));
  return { before: first, after: fault ?? (isReversed ? 'order' : undefined) };
}

/** The points in time of an address; undefined if one is missing or wrong. `dateAlone` applies to the first. */
export function readAsOfPoints(
  read: (name: string) => string,
  dateAlone?: 'end' | 'before',
): AsOfPoints | undefined {
  const typed = { before: read('before'), after: read('after') };
  const [before, after] = [readAsOf(typed.before, dateAlone), readAsOf(typed.after)];
  const faults = faultsOfPoints(typed, dateAlone);
  if (before === undefined || faults.before !== undefined || faults.after !== undefined) return undefined;
  return { before, ...(after !== undefined && !isUnfinishedDay(typed.after) && { after }) };
}

/** Splits an `asOf`: the event it ends with, and the requested time, if any. */
export function asOfParts(asOf: string): { readonly eventId: string; readonly at: string | undefined } {
  const [eventId = '', at] = asOf.split('@');
  return { eventId, at };
}
