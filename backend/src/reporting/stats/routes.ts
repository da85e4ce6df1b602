import { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import { dayMs, kstDay } from '@matgyo/contracts/kst';
import { nothingOn } from '@matgyo/projections/read-models/stats/stats';
import { readInvitedStatsByDay } from '@matgyo/projections/reports/invited-stats';
import { readStatsDays, type StatsDay, statsOf } from '@matgyo/projections/reports/stats';
import { inviteCodeOf } from '../../identity/members/member-query.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Shared } from '../../shared.ts';

type StatsDependencies = Pick<Shared, 'db' | 'pool' | 'now'>;

/** The dashboards' figures: the same for admins and managers, unless a manager asks for the members they invited. */
export const statsRoutes = (deps: StatsDependencies): readonly Route[] =>
  capability(
    statsEndpoints,
    {
      adminStats: async ({ query }) => shownStats(deps, await readStatsDays(deps.pool), query.days),
      managerStats: async ({ query, caller }) =>
        shownStats(
          deps,
          query.invited
            ? await readInvitedStatsByDay(deps.pool, await inviteCodeOf(deps.db, caller.memberId))
            : await readStatsDays(deps.pool),
          query.days,
        ),
    },
    ['stats', 'fees'],
  );

const shownStats = ({ now }: StatsDependencies, counted: readonly StatsDay[], days: number) => ({
  ...statsOf(counted),
  days: shownDays(latestDays(now, days), counted),
});

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
