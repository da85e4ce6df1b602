import type { Krw } from './money.ts';

/** What a member has shown so far, counted over the events of their trades (docs/ledger.md, levels). */
export interface Evidence {
  /** Completed. */
  readonly trades: number;
  /** Payment steps of theirs whose time ran out. */
  readonly overdue: number;
  /** Cases in which the ruling speaks against them. */
  readonly casesLost: number;
}

/** A level and its limit. Their order is their number, from 1; the first asks for nothing. */
export interface Level {
  /** Completed trades it takes, at least. */
  readonly trades: number;
  readonly casesLostMost?: number | undefined;
  /** The won that the open orders of a member may come to; null: no limit. */
  readonly openKrw: Krw | null;
  /** Minutes for a payment step; absent in tables recorded before windows depended on levels. */
  readonly windowMinutes?: number | undefined;
}

export const mostWindowMinutes = 1_440;

export const mostLevels = 10;
