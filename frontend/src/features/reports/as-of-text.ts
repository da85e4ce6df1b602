const eventAsOf =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(@\d{4}-\d\d-\d\dT[\d:.]+Z)?$/i;
const dayMs = 86_400_000;
const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;
const koreanTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

/**
 * Parses a point in time for the server: a time in Korea (`2026-11-20 15:00`; a date alone means its end), a time with its zone
 * (`2026-11-20T06:00:00Z`), an event id, or the `asOf` of an earlier report. Undefined if it is none of them. `before`: for a range that begins with the date, the
 * last millisecond before it.
 */
export function readAsOf(text: string, dateAlone: 'end' | 'before' = 'end'): string | undefined {
  const written = text.trim();
  if (eventAsOf.test(written)) return written;
  if (zonedTime.test(written)) return isoOf(Date.parse(written));
  const [, day, minutes, seconds] = koreanTime.exec(written) ?? [];
  if (day === undefined) return undefined;
  const time = minutes === undefined ? '00:00:00' : `${minutes}${seconds ?? ':00'}`;
  const at = Date.parse(`${day}T${time}+09:00`);
  return isoOf(minutes !== undefined ? at : (dateAlone === 'end' ? at + dayMs : at) - 1);
}

const isoOf = (at: number): string | undefined => (Number.isNaN(at) ? undefined : new Date(at).toISOString());

/** Two points in time as query parameters; without `after` the later one is now. */
export interface AsOfPoints {
  readonly before: string;
  readonly after?: string;
}

/** A day that has not ended: what there is of it ends now. */
const isUnfinishedDay = (text: string, end: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text.trim()) && Date.parse(end) > Date.now();

/** The points in time of an address; undefined if one is missing or unreadable. `dateAlone` applies to the first. */
export function readAsOfPoints(
  read: (name: string) => string,
  dateAlone?: 'end' | 'before',
): AsOfPoints | undefined {
  const [before, after] = [readAsOf(read('before'), dateAlone), readAsOf(read('after'))];
  if (before === undefined || (read('after') !== '' && after === undefined)) return undefined;
  const isPast = after !== undefined && !isUnfinishedDay(read('after'), after);
  return { before, ...(isPast && { after }) };
}

/** Splits an `asOf`: the event it ends with, and the requested time, if any. */
export function asOfParts(asOf: string): { readonly eventId: string; readonly at: string | undefined } {
  const [eventId = '', at] = asOf.split('@');
  return { eventId, at };
}
