import type { Period } from './own-trades.ts';

/** Periods that one press chooses. Anything else is typed as two days. */
export const presets = ['all', 'week', 'month', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

const dayMs = 86_400_000;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days of a preset, given today in Korea as YYYY-MM-DD. A week is today and the six days before. */
export function daysOf(preset: Preset, today: string): Period {
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (preset) {
    case 'all':
      return { from: '', to: '' };
    case 'week':
      return { from: dayText(Date.parse(today) - 6 * dayMs), to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'lastMonth':
      return { from: dayText(Date.UTC(year, month - 2, 1)), to: dayText(Date.UTC(year, month - 1, 0)) };
  }
}

/** The preset a period is, if it is one. On the first days of a month two may be the same days: the earlier named one. */
export const presetOf = (period: Period, today: string): Preset | undefined =>
  presets.find((preset) => {
    const { from, to } = daysOf(preset, today);
    return from === period.from && to === period.to;
  });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** What an address asks for; an end that is not a day is left open. */
export const readPeriod = (from: string, to: string): Period => ({
  from: isDay(from) ? from : '',
  to: isDay(to) ? to : '',
});

/** The end that was not touched follows, so that a period never ends before it begins. */
export function reachable(next: Period, touched: 'from' | 'to'): Period {
  if (next.from === '' || next.to === '' || next.from <= next.to) return next;
  return touched === 'from' ? { from: next.from, to: next.from } : { from: next.to, to: next.to };
}
