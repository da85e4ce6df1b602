import { expect, test } from 'vitest';
import { awakeTimeFrom, beginningOfMarket } from './awake-time.ts';

const hourMs = 3_600_000;
const hourInKorea = (moment: number): number => new Date(moment + 9 * hourMs).getUTCHours();

test('ends at the first start, or the evening before, and trades from 9 to 23 in Korea', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = Date.parse('2026-03-14T15:20:41.123Z') + hour * hourMs;
    const time = awakeTimeFrom(beginningOfMarket(now));
    const end = time.momentAt(time.minutes);
    expect(end).toBeLessThanOrEqual(now);
    expect(now - end).toBeLessThan(hourInKorea(now) >= 9 && hourInKorea(now) < 23 ? 60_000 : 10.1 * hourMs);
    const moments = Array.from({ length: 500 }, (_, index) => time.momentAt((index * time.minutes) / 500));
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(moments.filter((moment) => hourInKorea(moment) < 9 || hourInKorea(moment) >= 23)).toEqual([]);
  }
});
