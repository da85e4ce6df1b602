import { z } from 'zod';
import { levelPaths } from '../paths/levels.ts';
import { levelsSchema } from '../schemas/levels.ts';
import { krwSchema } from '../schemas/money.ts';
import { memberParams } from './client-values.ts';
import { endpoint } from './endpoint.ts';
import { count, timestamp } from './order-views.ts';

/**
 * A member's level and what it rests on. `payMinutes` and `confirmMinutes`: the median of their own marks in their
 * 1,000 latest completed trades, the lower middle one of an even number; null without any.
 */
export const standingView = z.object({
  level: z.int().positive(),
  trades: count,
  overdue: count,
  casesLost: count,
  payMinutes: count.nullable(),
  confirmMinutes: count.nullable(),
});
export type StandingView = z.output<typeof standingView>;

/** With the total of their open orders, its limit, and the rest; null: no limit. */
const standingWithLimit = standingView.extend({
  openKrw: krwSchema,
  limitKrw: krwSchema.nullable(),
  leftKrw: krwSchema.nullable(),
});
export type StandingWithLimit = z.output<typeof standingWithLimit>;

export const levelEndpoints = {
  ownLevel: endpoint(levelPaths.ownLevel, {
    summary: 'The caller’s level, what it rests on, and the limit of their open orders in won.',
    response: standingWithLimit,
  }),
  levelTables: endpoint(levelPaths.levelTables, {
    summary: 'The tables of levels with the time each came into force, newest first; at most 50.',
    response: z.object({ items: z.array(z.object({ from: timestamp, levels: levelsSchema })) }),
  }),
  memberLevel: endpoint(levelPaths.memberLevel, {
    summary: 'The same of any member.',
    params: memberParams,
    response: standingWithLimit,
    errors: ['MEMBER_NOT_FOUND'],
  }),
} as const;
