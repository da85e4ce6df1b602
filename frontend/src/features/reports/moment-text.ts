const eventMoment =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(@\d{4}-\d\d-\d\dT[\d:.]+Z)?$/i;
const koreanTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

/**
 * A moment as somebody wrote it, as the server takes it: a time in Korea (`2026-11-20 15:00`; a day alone means its
 * end), the id of an event, or what an earlier report called its moment. Undefined when it is none of them.
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

/** What an `asOf` of the server's says: the event it ends with, and the time that was asked for, if one was. */
export function momentParts(asOf: string): { readonly eventId: string; readonly at: string | undefined } {
  const [eventId = '', at] = asOf.split('@');
  return { eventId, at };
}
