import { kstDay, kstDayStart } from './kst.ts';

/**
 * The newest month in Korea that had ended a minute before a timestamp, as a report requires: the last milliseconds
 * before it and of it, in ISO 8601.
 */
export function monthBefore(at: string) {
  const first = `${kstDay(new Date(Date.parse(at) - 60_000).toISOString()).slice(0, 7)}-01`;
  const last = new Date(Date.parse(first) - 1).toISOString();
  const endBefore = (day: string) => new Date(Date.parse(kstDayStart(day)) - 1).toISOString();
  return { before: endBefore(`${last.slice(0, 7)}-01`), after: endBefore(first) };
}
