import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { Rehearsal, RehearsalQuery } from '@matgyo/projections/reports/rehearse-fees';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { nicknamesOf } from '../../trading/orders/nicknames.ts';
import { daysMax } from './fee-book.ts';
import { rehearsalCsv } from './rehearsal-csv.ts';
import { listedMax, rehearsedRange } from './rehearsal-range.ts';
import type { Rehearsals } from './rehearsals.ts';
import type { ReportSources } from './report-dependencies.ts';
import { asReportFailure } from './report-errors.ts';
import { reportPeriod } from './report-query.ts';

interface RehearsalDependencies extends ReportSources {
  readonly rehearsals: Rehearsals<RehearsalQuery, Rehearsal>;
}
type Request = Pick<HandlerRequest<typeof reportEndpoints.rehearseFees>, 'query' | 'caller'>;

async function queryOf(
  { db, now }: RehearsalDependencies,
  { query, caller }: Request,
): Promise<RehearsalQuery> {
  const { referralCode } = await reportPeriod(db, caller, { referralCode: query.referralCode }, now());
  return { rule: query.rule, ...rehearsedRange(query, now()), referralCode };
}

/** `GET /fees/rehearsal`: the fees of completed trades under another rule, or the progress. */
export const dryRunFees = (deps: RehearsalDependencies) => async (request: Request) => {
  const { rehearsal, ...progress } = await deps.rehearsals
    .look(await queryOf(deps, request))
    .catch((error: unknown) => {
      throw asReportFailure(error);
    });
  if (rehearsal === null) return { ...progress, rehearsal };
  const { days, codes, members, ...rest } = rehearsal;
  const listed = members.slice(0, listedMax);
  const nicknames = await nicknamesOf(
    deps.db,
    listed.map(({ memberId }) => memberId),
  );
  return {
    ...progress,
    rehearsal: {
      ...rest,
      days: days.slice(-daysMax),
      codes: codes.slice(0, listedMax),
      members: listed.map((row) => ({ ...row, nickname: nicknames.get(row.memberId) ?? null })),
      cut: days.length > daysMax || codes.length > listedMax || members.length > listedMax,
    },
  };
};

/** `GET /fees/rehearsal.csv`: by day, code and member, then the parameters and the fingerprint. */
export const exportFeesDryRun =
  (deps: RehearsalDependencies) =>
  async (request: HandlerRequest<typeof reportEndpoints.rehearseFeesCsv>) => {
    const rehearsal = await deps.rehearsals.result(await queryOf(deps, request)).catch((error: unknown) => {
      throw asReportFailure(error);
    });
    const nicknames = await nicknamesOf(
      deps.db,
      rehearsal.members.map(({ memberId }) => memberId),
    );
    request.reply.header('Content-Disposition', 'attachment; filename="fee-rehearsal.csv"');
    await recordAudit(deps.db, {
      action: 'fee-report-exported',
      actor: request.caller,
      subjectId: rehearsal.after.lastEvent,
      requestId: request.requestId,
      details: { rehearsed: true, trades: rehearsal.totals.trades, sha256: rehearsal.sha256 },
    });
    return rehearsalCsv(rehearsal, nicknames);
  };
