import { z } from 'zod';
import { statsPaths } from '../paths/stats.ts';
import { signedKrwSchema, signedUsdtSchema } from '../schemas/money.ts';
import { endpoint } from './endpoint.ts';
import { count } from './order-views.ts';

/**
 * `totalSales` and `totalBuys` are the USDT of completed trades, so always equal; `totalFees` is in USDT; `users`
 * counts registered members; `trades` are completed ones and `krw` what was paid for them. `days` are calendar days in
 * Korea up to today, oldest first, empty ones included.
 */
const figures = {
  users: count,
  totalSales: signedUsdtSchema,
  totalBuys: signedUsdtSchema,
  totalFees: signedUsdtSchema,
  trades: count,
  krw: signedKrwSchema,
};

const statsResponse = z.object({ ...figures, days: z.array(z.object({ day: z.iso.date(), ...figures })) });
export type Stats = z.output<typeof statsResponse>;

/** How many of the latest days to list in addition to the totals. */
const statsQuery = z.object({ days: z.coerce.number().int().min(0).max(366).default(0) });

export const statsEndpoints = {
  adminStats: endpoint(statsPaths.adminStats, {
    summary: 'Members, sales, buys and fees so far.',
    query: statsQuery,
    response: statsResponse,
  }),
  managerStats: endpoint(statsPaths.managerStats, {
    summary:
      'The same figures for the manager’s dashboard; with `invited` only those of members who gave the caller’s invite code: who registered with it, what they sold and bought, the fees of their sales.',
    query: statsQuery.extend({
      invited: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    }),
    response: statsResponse,
  }),
} as const;
