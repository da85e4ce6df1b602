import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { type ChangedFee, feeComparison } from '@matgyo/projections/reports/compare-fees';
import { trialBalanceComparison } from '@matgyo/projections/reports/compare-trial-balances';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/page-cursor.ts';
import { nicknamesOf } from '../../trading/orders/nicknames.ts';
import { type ReportDependencies, refuseReport, reportPeriod, statedBounds } from './report-query.ts';

/** The last event of the previous page and the later as-of point, so that all pages compare the same two. */
const compareCursor = z.tuple([z.uuid(), z.string().max(100)]);

/** `GET /fees/compare`: which figures changed between two as-of points, and the events that changed them. */
export const compareFees =
  (deps: ReportDependencies) =>
  async ({ query, caller }: HandlerRequest<typeof reportEndpoints.compareFees>) => {
    const { limit, before } = query;
    const [afterEvent, after] = decodeCursor(compareCursor, query.cursor) ?? [undefined, query.after];
    const period = await reportPeriod(deps.db, caller, query, deps.now());
    const compared = await feeComparison(deps, period, { before, after }, { limit, afterEvent }).catch(
      refuseReport,
    );
    const { items, next, ...figures } = compared;
    return {
      ...figures,
      ...statedBounds(compared.period),
      items: await withNicknames(deps.db, items),
      nextCursor: next === null ? null : encodeCursor([next, compared.after.asOf]),
    };
  };

/** `GET /journal/compare`: which accounts changed between two as-of points, and the completions that changed them. */
export const compareTrialBalances =
  (deps: ReportDependencies) =>
  async ({ query }: HandlerRequest<typeof reportEndpoints.compareTrialBalances>) => {
    const { limit, before } = query;
    const [afterEvent, after] = decodeCursor(compareCursor, query.cursor) ?? [undefined, query.after];
    const compared = await trialBalanceComparison(deps, { before, after }, { limit, afterEvent }).catch(
      refuseReport,
    );
    const { items, next, ...figures } = compared;
    const nicknames = await nicknamesOf(
      deps.db,
      items.flatMap(({ lines }) => lines.flatMap(({ member }) => (member === null ? [] : [member]))),
    );
    return {
      ...figures,
      items: items.map(({ at, lines, ...item }) => ({
        ...item,
        completedAt: at,
        lines: lines.map((line) => ({
          ...line,
          member: line.member === null ? null : (nicknames.get(line.member) ?? null),
        })),
      })),
      nextCursor: next === null ? null : encodeCursor([next, compared.after.asOf]),
    };
  };

async function withNicknames(db: Database, rows: readonly ChangedFee[]) {
  const nicknames = await nicknamesOf(
    db,
    rows.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]),
  );
  return rows.map(({ at, sellerId, buyerId, ...row }) => ({
    ...row,
    completedAt: at,
    sellerNickname: nicknames.get(sellerId) ?? null,
    buyerNickname: nicknames.get(buyerId) ?? null,
  }));
}
