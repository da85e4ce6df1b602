import { isDay } from '../../format/days.ts';
import type { Period } from './own-trades.ts';

export const presets = ['all', 'week', 'month', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days of a preset, for today's date in Korea, YYYY-MM-DD. A week is today and the six days before. */
export function daysOf(preset: Preset, today: string): Period {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  switch (preset) {
    case 'all':
      return { from: '', to: '' };
    case 'week':
      return { from: dayText(Date.UTC(year, month - 1, day - 6)), to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'lastMonth':
      return { from: dayText(Date.UTC(year, month - 2, 1)), to: dayText(Date.UTC(year, month - 1, 0)) };
  }
}

/** The preset equal to a period, if any. Early in a month two can be equal: the first one wins. */
export const presetOf = (period: Period, today: string): Preset | undefined =>
  presets.find((preset) => {
    const { from, to } = daysOf(preset, today);
    return from === period.from && to === period.to;
  });

/** The period in an address; an end that is not a date stays open. */
export const readPeriod = (from: string, to: string): Period => ({
  from: isDay(from) ? from : '',
  to: isDay(to) ? to : '',
});

/** Moves the end that was not changed, so that a period never ends before it begins. */
export function reachable(next: Period, touched: 'from' | 'to'): Period {
  if (next.from === '' || next.to === '' || next.from <= next.to) return next;
  return touched === 'from' ? { from: next.from, to: next.from } : { from: next.to, to: next.to };
}
