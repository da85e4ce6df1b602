import { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import { kstDay } from '@matgyo/contracts/kst';
import { addKrw, addUsdt, type Krw, zeroUsdt } from '@matgyo/contracts/money';
import { readInvitedStatsByDay } from '@matgyo/projections/reports/invited-stats';
import { readStats, readStatsByDay, type StatsDay } from '@matgyo/projections/reports/stats';
import type pg from 'pg';
import { inviteCodeOf } from '../../identity/members/member-query.ts';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';

export interface StatsDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The dashboards' figures: the same for admins and managers, unless a manager asks for the members they invited. */
export const statsRoutes = (deps: StatsDependencies): readonly Route[] =>
  capability(statsEndpoints, {
    adminStats: ({ query }) => statsOfAll(deps, query.days),
    managerStats: async ({ query, caller }) =>
      query.invited
        ? invited(deps, await inviteCodeOf(deps.db, caller.memberId), query.days)
        : statsOfAll(deps, query.days),
  });

async function statsOfAll({ pool, now }: StatsDependencies, days: number) {
  const { users, totalSales, totalBuys, totalFees, trades, krw } = await readStats(pool);
  const listed = days === 0 ? [] : await readStatsByDay(pool, latestDays(now, days));
  return { users, totalSales, totalBuys, totalFees, trades, krw, days: listed.map(shownDay) };
}

async function invited({ pool, now }: StatsDependencies, code: string, days: number) {
  const counted = await readInvitedStatsByDay(pool, code);
  const byDay = new Map(counted.map((day) => [day.day, day]));
  const listed = days === 0 ? [] : everyDay(latestDays(now, days));
  return {
    users: counted.reduce((sum, day) => sum + day.users, 0),
    trades: counted.reduce((sum, day) => sum + day.trades, 0),
    totalSales: addUsdt(zeroUsdt, ...counted.map(({ sales }) => sales)),
    totalBuys: addUsdt(zeroUsdt, ...counted.map(({ buys }) => buys)),
    totalFees: addUsdt(zeroUsdt, ...counted.map(({ fees }) => fees)),
    krw: addKrw(...counted.map(({ krw }) => krw)),
    days: listed.map((day) => shownDay(byDay.get(day) ?? nothingOn(day))),
  };
}

const dayMs = 86_400_000;

/** The last `days` days in Korea, today included. */
function latestDays(now: () => number, days: number): { readonly from: string; readonly to: string } {
  const at = now();
  const dayBefore = (count: number): string => kstDay(new Date(at - count * dayMs).toISOString());
  return { from: dayBefore(days - 1), to: dayBefore(0) };
}

function everyDay({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / dayMs + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
}

const nothingOn = (day: string): StatsDay => ({
  day,
  users: 0,
  trades: 0,
  sales: zeroUsdt,
  buys: zeroUsdt,
  fees: zeroUsdt,
  krw: '0' as Krw,
});

const shownDay = ({ day, users, trades, sales, buys, fees, krw }: StatsDay) => ({
  day,
  users,
  trades,
  krw,
  totalSales: sales,
  totalBuys: buys,
  totalFees: fees,
});
