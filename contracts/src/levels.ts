import type { Krw } from './money.ts';

/** What a member's level rests on, counted from the events of their trades (docs/ledger.md, levels). */
export interface LevelCounts {
  /** Completed trades. */
  readonly trades: number;
  /** Their payment steps whose window expired. */
  readonly overdue: number;
  /** Cases with a ruling against them. */
  readonly casesLost: number;
}

/** A level and its limit. Levels are numbered by their order, from 1; the first has no requirements. */
export interface Level {
  /** Completed trades required, at least. */
  readonly trades: number;
  readonly casesLostMost?: number | undefined;
  /** The maximum won of a member's open orders; null: no limit. */
  readonly openKrw: Krw | null;
  /** Minutes for a payment step; absent in tables recorded before windows depended on levels. */
  readonly windowMinutes?: number | undefined;
}

export const windowMinutesMax = 1_440;

export const levelsMax = 10;
