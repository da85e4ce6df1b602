import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { LevelsDryRun, LevelsDryRunQuery } from '@matgyo/projections/reports/levels-dry-run';
import { withNicknames } from '../../identity/members/nicknames.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { attachmentOf } from '../../platform/http/spreadsheet-columns.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { levelsDryRunCsv } from './dry-run-csv.ts';
import { type DryRuns, dryRunRange, listedMax } from './dry-run-queue.ts';
import { daysMax } from './fee-book.ts';
import { type ReportSources, refuseReport } from './report-query.ts';

interface LevelsDryRunDependencies extends ReportSources {
  readonly dryRuns: DryRuns<LevelsDryRunQuery, LevelsDryRun>;
}
type Query = HandlerRequest<typeof reportEndpoints.dryRunLevels>['query'];

const queryOf = ({ now }: LevelsDryRunDependencies, { levels, ...range }: Query): LevelsDryRunQuery => ({
  levels,
  ...dryRunRange(range, now()),
});

/** `GET /admin/levels/rehearsal`: the orders that other levels would have refused, or the progress. */
export const dryRunLevels =
  (deps: LevelsDryRunDependencies) =>
  async ({ query }: Pick<HandlerRequest<typeof reportEndpoints.dryRunLevels>, 'query'>) => {
    const { dryRun, ...progress } = await deps.dryRuns.look(queryOf(deps, query)).catch(refuseReport);
    if (dryRun === null) return { ...progress, rehearsal: dryRun };
    const { days, byLevel, members, refused, levels: _, ...rest } = dryRun;
    return {
      ...progress,
      rehearsal: {
        ...rest,
        days: days.slice(-daysMax),
        byLevel: [...byLevel],
        members: await withNicknames(deps.db, members.slice(0, listedMax)),
        refused: await withNicknames(deps.db, refused.slice(0, listedMax)),
        cut: days.length > daysMax || members.length > listedMax || rest.totals.refused > listedMax,
      },
    };
  };

/** `GET /admin/levels/rehearsal.csv`: by day, level and member, the refused orders, the parameters and the fingerprint. */
export const exportLevelsDryRun =
  (deps: LevelsDryRunDependencies) =>
  async ({ query, caller, requestId, reply }: HandlerRequest<typeof reportEndpoints.dryRunLevelsCsv>) => {
    const dryRun = await deps.dryRuns.result(queryOf(deps, query)).catch(refuseReport);
    const members = await withNicknames(deps.db, dryRun.members);
    const refused = await withNicknames(deps.db, dryRun.refused);
    reply.header('Content-Disposition', attachmentOf('levels-dry-run', query.storedLanguage));
    await recordAudit(deps.db, {
      action: 'levels-rehearsal-exported',
      actor: caller,
      subjectId: dryRun.after.lastEvent,
      requestId,
      details: { rows: dryRun.totals.refused, sha256: dryRun.sha256 },
    });
    return levelsDryRunCsv({ ...dryRun, members, refused }, query.storedLanguage);
  };
