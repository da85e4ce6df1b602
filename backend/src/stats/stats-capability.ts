import { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import { kstDay } from '@matgyo/contracts/kst';
import { readStats, readStatsByDay } from '@matgyo/projections/reports/stats';
import type pg from 'pg';
import { capability, type Route } from '../http/capability.ts';
import type { HandlerRequest } from '../http/handler.ts';

export interface StatsDependencies {
  readonly pool: pg.Pool;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The dashboards' figures: the same for admins and managers. */
export function statsCapability(deps: StatsDependencies): readonly Route[] {
  const call = statsCall(deps);
  return capability(statsEndpoints, { adminStats: call, managerStats: call });
}

const dayMs = 86_400_000;

const statsCall =
  ({ pool, now }: StatsDependencies) =>
  async ({ query }: Pick<HandlerRequest<typeof statsEndpoints.adminStats>, 'query'>) => {
    const { users, totalSales, totalBuys, totalFees } = await readStats(pool);
    const dayBefore = (days: number): string => kstDay(new Date(now() - days * dayMs).toISOString());
    const days =
      query.days === 0
        ? []
        : await readStatsByDay(pool, { from: dayBefore(query.days - 1), to: dayBefore(0) });
    return {
      ...{ users, totalSales, totalBuys, totalFees },
      days: days.map((row) => ({
        day: row.day,
        users: row.users,
        totalSales: row.sales,
        totalBuys: row.buys,
        totalFees: row.fees,
      })),
    };
  };
