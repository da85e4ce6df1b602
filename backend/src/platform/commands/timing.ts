import { pause } from '@matgyo/event-store/deadline';

/** The clock and the randomness that commands use. Tests replace them. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a monotonic clock, for time limits. */
  elapsed(): number;
  /** From 0 to below 1, for spreading retries only. */
  random(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemTiming: Timing = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  sleep: pause,
};

/** A time as in events: ISO 8601 in UTC with milliseconds. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
