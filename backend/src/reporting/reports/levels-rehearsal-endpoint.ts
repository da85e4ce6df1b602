import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { LevelsRehearsal, LevelsRehearsalQuery } from '@matgyo/projections/reports/rehearse-levels';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { nicknamesOf } from '../../trading/orders/nicknames.ts';
import { daysMax } from './fee-book.ts';
import { levelsRehearsalCsv } from './levels-rehearsal-csv.ts';
import { listedMax, rehearsedRange } from './rehearsal-range.ts';
import type { Rehearsals } from './rehearsals.ts';
import type { ReportSources } from './report-dependencies.ts';
import { asReportFailure } from './report-errors.ts';

interface LevelsRehearsalDependencies extends ReportSources {
  readonly rehearsals: Rehearsals<LevelsRehearsalQuery, LevelsRehearsal>;
}
type Query = HandlerRequest<typeof reportEndpoints.rehearseLevels>['query'];

const queryOf = (
  { now }: LevelsRehearsalDependencies,
  { levels, ...range }: Query,
): LevelsRehearsalQuery => ({ levels, ...rehearsedRange(range, now()) });

/** `GET /admin/levels/rehearsal`: the orders that other levels would have refused, or the progress. */
export const dryRunLevels =
  (deps: LevelsRehearsalDependencies) =>
  async ({ query }: Pick<HandlerRequest<typeof reportEndpoints.rehearseLevels>, 'query'>) => {
    const { rehearsal, ...progress } = await deps.rehearsals
      .look(queryOf(deps, query))
      .catch((error: unknown) => {
        throw asReportFailure(error);
      });
    if (rehearsal === null) return { ...progress, rehearsal };
    const { days, byLevel, members, refused, levels: _, ...rest } = rehearsal;
    const listed = { members: members.slice(0, listedMax), refused: refused.slice(0, listedMax) };
    const nicknames = await nicknamesOf(deps.db, memberIdsOf(listed));
    const named = <Row extends { readonly memberId: string }>(row: Row) => ({
      ...row,
      nickname: nicknames.get(row.memberId) ?? null,
    });
    return {
      ...progress,
      rehearsal: {
        ...rest,
        days: days.slice(-daysMax),
        byLevel: [...byLevel],
        members: listed.members.map(named),
        refused: listed.refused.map(named),
        cut: days.length > daysMax || members.length > listedMax || rest.totals.refused > listedMax,
      },
    };
  };

/** `GET /admin/levels/rehearsal.csv`: by day, level and member, the refused orders, the parameters and the fingerprint. */
export const exportLevelsDryRun =
  (deps: LevelsRehearsalDependencies) =>
  async ({ query, caller, requestId, reply }: HandlerRequest<typeof reportEndpoints.rehearseLevelsCsv>) => {
    const rehearsal = await deps.rehearsals.result(queryOf(deps, query)).catch((error: unknown) => {
      throw asReportFailure(error);
    });
    const nicknames = await nicknamesOf(deps.db, memberIdsOf(rehearsal));
    reply.header('Content-Disposition', 'attachment; filename="levels-rehearsal.csv"');
    await recordAudit(deps.db, {
      action: 'levels-rehearsal-exported',
      ...{ actor: caller, subjectId: rehearsal.after.lastEvent, requestId },
      details: { rows: rehearsal.totals.refused, sha256: rehearsal.sha256 },
    });
    return levelsRehearsalCsv(rehearsal, nicknames);
  };

const memberIdsOf = ({ members, refused }: Pick<LevelsRehearsal, 'members' | 'refused'>) => [
  ...new Set([...members, ...refused].map(({ memberId }) => memberId)),
];
