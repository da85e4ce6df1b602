const eventMoment =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(@\d{4}-\d\d-\d\dT[\d:.]+Z)?$/i;
const dayMs = 86_400_000;
const koreanTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

/**
 * Parses a moment for the server: a time in Korea (`2026-11-20 15:00`; a date alone means its end), an event id, or the
 * `asOf` of an earlier report. Undefined if it is none of them. `before`: for a range that begins with the date, the
 * last millisecond before it.
 */
export function readMoment(text: string, dateAlone: 'end' | 'before' = 'end'): string | undefined {
  const written = text.trim();
  if (eventMoment.test(written)) return written;
  const [, day, minutes, seconds] = koreanTime.exec(written) ?? [];
  if (day === undefined) return undefined;
  const time = minutes === undefined ? '00:00:00' : `${minutes}${seconds ?? ':00'}`;
  const at = Date.parse(`${day}T${time}+09:00`);
  if (Number.isNaN(at)) return undefined;
  const upTo = minutes !== undefined ? at : (dateAlone === 'end' ? at + dayMs : at) - 1;
  return new Date(upTo).toISOString();
}

/** Splits an `asOf`: the event it ends with, and the requested time, if any. */
export function momentParts(asOf: string): { readonly eventId: string; readonly at: string | undefined } {
  const [eventId = '', at] = asOf.split('@');
  return { eventId, at };
}
