/** Whether a text is a day of the calendar, YYYY-MM-DD: `Date.parse` reads 2026-11-31 as December 1. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Why two days, each YYYY-MM-DD or '' for open, are no period. */
export function faultOfDays(from: string, to: string): 'noSuchDay' | 'order' | undefined {
  if ([from, to].some((day) => day !== '' && !isDay(day))) return 'noSuchDay';
  return from !== '' && to !== '' && to < from ? 'order' : undefined;
}
