const kstOffsetMs = 9 * 3600 * 1000;

/** The calendar day in Korea (UTC+9, no summer time) of a moment in ISO 8601, as YYYY-MM-DD. */
export const kstDay = (at: string): string =>
  new Date(Date.parse(at) + kstOffsetMs).toISOString().slice(0, 10);

/** When a calendar day in Korea begins, in ISO 8601. */
export const kstDayStart = (day: string): string => new Date(Date.parse(day) - kstOffsetMs).toISOString();
