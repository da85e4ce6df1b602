import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { DryRun, DryRunQuery } from '@matgyo/projections/reports/fees-dry-run';
import { withNicknames } from '../../identity/members/nicknames.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { attachmentOf } from '../../platform/http/spreadsheet-columns.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { feesDryRunCsv } from './dry-run-csv.ts';
import { type DryRuns, dryRunRange, listedMax } from './dry-run-queue.ts';
import { daysMax } from './fee-book.ts';
import { type ReportSources, refuseReport, reportPeriod } from './report-query.ts';

interface DryRunDependencies extends ReportSources {
  readonly dryRuns: DryRuns<DryRunQuery, DryRun>;
}
type Request = Pick<HandlerRequest<typeof reportEndpoints.dryRunFees>, 'query' | 'caller'>;

async function queryOf({ db, now }: DryRunDependencies, { query, caller }: Request): Promise<DryRunQuery> {
  const { referralCode } = await reportPeriod(db, caller, { referralCode: query.referralCode }, isoOf(now()));
  return { rule: query.rule, ...dryRunRange(query, now()), referralCode };
}

/** `GET /fees/rehearsal`: the fees of completed trades under another rule, or the progress. */
export const dryRunFees = (deps: DryRunDependencies) => async (request: Request) => {
  const { dryRun, ...progress } = await deps.dryRuns.look(await queryOf(deps, request)).catch(refuseReport);
  if (dryRun === null) return { ...progress, rehearsal: dryRun };
  const { days, codes, members, ...rest } = dryRun;
  return {
    ...progress,
    rehearsal: {
      ...rest,
      days: days.slice(-daysMax),
      codes: codes.slice(0, listedMax),
      members: await withNicknames(deps.db, members.slice(0, listedMax)),
      cut: days.length > daysMax || codes.length > listedMax || members.length > listedMax,
    },
  };
};

/** `GET /fees/rehearsal.csv`: by day, code and member, then the parameters and the fingerprint. */
export const exportFeesDryRun =
  (deps: DryRunDependencies) => async (request: HandlerRequest<typeof reportEndpoints.dryRunFeesCsv>) => {
    const dryRun = await deps.dryRuns.result(await queryOf(deps, request)).catch(refuseReport);
    const members = await withNicknames(deps.db, dryRun.members);
    const language = request.query.storedLanguage;
    request.reply.header('Content-Disposition', attachmentOf('fee-dry-run', language));
    await recordAudit(deps.db, {
      action: 'fee-report-exported',
      actor: request.caller,
      subjectId: dryRun.after.lastEvent,
      requestId: request.requestId,
      details: { rehearsed: true, trades: dryRun.totals.trades, sha256: dryRun.sha256 },
    });
    return feesDryRunCsv({ ...dryRun, members }, language);
  };
