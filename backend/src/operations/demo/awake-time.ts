import { kstOffsetMs } from '@matgyo/contracts/kst';

/**
 * The market's time: people trade from 9:00 to 23:00 in Korea. Awake minutes are counted from the market's beginning,
 * so the scenario does not depend on the hour at which it is created.
 */
export type AwakeTime = ReturnType<typeof awakeTimeFrom>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const opens = 9 * 60;
const closes = 23 * 60;
const awakePerDay = closes - opens;
/** Days between the market's beginning and the first start. */
const marketDays = 28;

/** The time of a market whose first event is at `beginning` (milliseconds since 1970). */
export function awakeTimeFrom(beginning: number) {
  const midnight = Math.floor((beginning + kstOffsetMs) / dayMs) * dayMs - kstOffsetMs;
  const startsAt = (beginning - midnight) / minuteMs - opens;
  return {
    /** From the beginning to the end. */
    minutes: marketDays * awakePerDay,
    /** The time, in milliseconds since 1970, at which so many awake minutes have passed. */
    timeAt(minute: number): number {
      const total = startsAt + minute;
      const day = Math.floor(total / awakePerDay);
      return midnight + day * dayMs + (opens + total - day * awakePerDay) * minuteMs;
    },
  };
}

/** The beginning of a market that ends at `now`, or at the end of the evening before if trading hours are over. */
export function beginningOfMarket(now: number): number {
  const local = Math.floor((now + kstOffsetMs) / minuteMs);
  const ofDay = local % (24 * 60);
  const awake =
    ofDay < opens ? local - ofDay - (24 * 60 - closes) - 1 : Math.min(local, local - ofDay + closes - 1);
  return awake * minuteMs - kstOffsetMs - marketDays * dayMs;
}
