import { expect, test } from 'vitest';
import { awakeTimeFrom, beginningOfMarket } from './awake-time.ts';

const hourMs = 3_600_000;
const hourInKorea = (time: number): number => new Date(time + 9 * hourMs).getUTCHours();

test('demo time ends at the first start or the evening before, with trades from 9 to 23 in Korea', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = Date.parse('2026-03-14T15:20:41.123Z') + hour * hourMs;
    const time = awakeTimeFrom(beginningOfMarket(now));
    const end = time.timeAt(time.minutes);
    expect(end).toBeLessThanOrEqual(now);
    expect(now - end).toBeLessThan(hourInKorea(now) >= 9 && hourInKorea(now) < 23 ? 60_000 : 10.1 * hourMs);
    const times = Array.from({ length: 500 }, (_, index) => time.timeAt((index * time.minutes) / 500));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.filter((time) => hourInKorea(time) < 9 || hourInKorea(time) >= 23)).toEqual([]);
  }
});
