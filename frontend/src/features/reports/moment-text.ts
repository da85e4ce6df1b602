const eventMoment =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(@\d{4}-\d\d-\d\dT[\d:.]+Z)?$/i;
const koreanTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

/**
 * Parses a moment for the server: a time in Korea (`2026-11-20 15:00`; a date alone means its end), an event id, or the
 * `asOf` of an earlier report. Undefined if it is none of them.
 */
export function readMoment(text: string): string | undefined {
  const written = text.trim();
  if (eventMoment.test(written)) return written;
  const [, day, minutes, seconds] = koreanTime.exec(written) ?? [];
  if (day === undefined) return undefined;
  const time = minutes === undefined ? '23:59:59.999' : `${minutes}${seconds ?? ':00'}`;
  const at = new Date(`${day}T${time}+09:00`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Splits an `asOf`: the event it ends with, and the requested time, if any. */
export function momentParts(asOf: string): { readonly eventId: string; readonly at: string | undefined } {
  const [eventId = '', at] = asOf.split('@');
  return { eventId, at };
}
