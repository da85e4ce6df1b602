import { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import { dayMs, kstDay } from '@matgyo/contracts/kst';
import { addKrw, addUsdt, zeroUsdt } from '@matgyo/contracts/money';
import { nothingOn } from '@matgyo/projections/read-models/stats/stats';
import { readInvitedStatsByDay } from '@matgyo/projections/reports/invited-stats';
import { readStats, readStatsByDay, type StatsDay } from '@matgyo/projections/reports/stats';
import { inviteCodeOf } from '../../identity/members/member-query.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Shared } from '../../shared.ts';

type StatsDependencies = Pick<Shared, 'db' | 'pool' | 'now'>;

/** The dashboards' figures: the same for admins and managers, unless a manager asks for the members they invited. */
export const statsRoutes = (deps: StatsDependencies): readonly Route[] =>
  capability(
    statsEndpoints,
    {
      adminStats: ({ query }) => statsOfAll(deps, query.days),
      managerStats: async ({ query, caller }) =>
        query.invited
          ? invited(deps, await inviteCodeOf(deps.db, caller.memberId), query.days)
          : statsOfAll(deps, query.days),
    },
    ['stats', 'fees'],
  );

async function statsOfAll({ pool, now }: StatsDependencies, days: number) {
  const listed = latestDays(now, days);
  return { ...(await readStats(pool)), days: shownDays(listed, await readStatsByDay(pool, listed)) };
}

async function invited({ pool, now }: StatsDependencies, code: string, days: number) {
  const counted = await readInvitedStatsByDay(pool, code);
  return {
    users: counted.reduce((sum, day) => sum + day.users, 0),
    trades: counted.reduce((sum, day) => sum + day.trades, 0),
    totalSales: addUsdt(zeroUsdt, ...counted.map(({ sales }) => sales)),
    totalBuys: addUsdt(zeroUsdt, ...counted.map(({ buys }) => buys)),
    totalFees: addUsdt(zeroUsdt, ...counted.map(({ fees }) => fees)),
    krw: addKrw(...counted.map(({ krw }) => krw)),
    days: shownDays(latestDays(now, days), counted),
  };
}

/** The last `count` days in Korea, today included. */
function latestDays(now: () => number, count: number): readonly string[] {
  const at = now();
  return Array.from({ length: count }, (_, index) =>
    kstDay(new Date(at - (count - 1 - index) * dayMs).toISOString()),
  );
}

function shownDays(listed: readonly string[], counted: readonly StatsDay[]) {
  const byDay = new Map(counted.map((day) => [day.day, day]));
  return listed.map((day) => shownDay(byDay.get(day) ?? nothingOn(day)));
}

const shownDay = ({ sales, buys, fees, ...day }: StatsDay) => ({
  ...day,
  totalSales: sales,
  totalBuys: buys,
  totalFees: fees,
});
