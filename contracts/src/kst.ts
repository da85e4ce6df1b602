/** Korea is at UTC+9, without summer time. */
export const kstOffsetMs = 9 * 3_600_000;

export const dayMs = 86_400_000;

/** `2026-11-20T09:14:02.000Z` for 09:14 in Korea, of a timestamp in ISO 8601. */
export const inKorea = (at: string): string => new Date(Date.parse(at) + kstOffsetMs).toISOString();

/** The calendar day in Korea, as YYYY-MM-DD. */
export const kstDay = (at: string): string => inKorea(at).slice(0, 10);

/** `2026-11-20 09:14`, in Korea. */
export const kstMinute = (at: string): string => inKorea(at).slice(0, 16).replace('T', ' ');

/** The beginning of a calendar day in Korea, in ISO 8601. */
export const kstDayStart = (day: string): string => new Date(Date.parse(day) - kstOffsetMs).toISOString();
