import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { Covered, TwoAsOfPoints } from '@matgyo/projections/reports/as-of-points-between';
import { type ComparePage, feeComparison } from '@matgyo/projections/reports/compare-fees';
import { trialBalanceComparison } from '@matgyo/projections/reports/compare-trial-balances';
import { nicknamesOf } from '../../identity/members/nicknames.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/page-cursor.ts';
import { reportCursor } from './read-fee-report.ts';
import { type ReportDependencies, refuseReport, reportPeriod, statedBounds } from './report-query.ts';

/** `GET /fees/compare`: which figures changed between two as-of points, and the events that changed them. */
export const compareFees =
  (deps: ReportDependencies) =>
  async ({ query, caller }: HandlerRequest<typeof reportEndpoints.compareFees>) => {
    const compared = await comparedPage(deps, query, async (points, page, at) =>
      feeComparison(deps, await reportPeriod(deps.db, caller, query, at), points, page),
    );
    const nicknames = await nicknamesOf(
      deps.db,
      compared.items.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]),
    );
    const items = compared.items.map(({ at, sellerId, buyerId, ...row }) => ({
      ...row,
      completedAt: at,
      sellerNickname: nicknames.get(sellerId) ?? null,
      buyerNickname: nicknames.get(buyerId) ?? null,
    }));
    return { ...compared, ...statedBounds(compared.period), items };
  };

/** `GET /journal/compare`: which accounts changed between two as-of points, and the completions that changed them. */
export const compareTrialBalances =
  (deps: ReportDependencies) =>
  async ({ query }: HandlerRequest<typeof reportEndpoints.compareTrialBalances>) => {
    const compared = await comparedPage(deps, query, (points, page) =>
      trialBalanceComparison(deps, points, page),
    );
    const nicknames = await nicknamesOf(
      deps.db,
      compared.items.flatMap(({ lines }) => lines.flatMap(({ member }) => member ?? [])),
    );
    const items = compared.items.map(({ at, lines, ...item }) => ({
      ...item,
      completedAt: at,
      lines: lines.map((line) => ({ ...line, member: nicknames.get(line.member ?? '') ?? null })),
    }));
    return { ...compared, items };
  };

async function comparedPage<Compared extends { next: string | null; after: Covered }>(
  { now }: ReportDependencies,
  { limit, before, cursor, ...query }: HandlerRequest<typeof reportEndpoints.compareTrialBalances>['query'],
  compare: (points: TwoAsOfPoints, page: ComparePage, at: string) => Promise<Compared>,
): Promise<Omit<Compared, 'next'> & { readonly nextCursor: string | null }> {
  const firstPage = [undefined, query.after, isoOf(now())] as const;
  const [afterEvent, after, at] = decodeCursor(reportCursor, cursor) ?? firstPage;
  const { next, ...compared } = await compare({ before, after }, { limit, afterEvent }, at).catch(
    refuseReport,
  );
  return { ...compared, nextCursor: next && encodeCursor([next, compared.after.asOf, at]) };
}
