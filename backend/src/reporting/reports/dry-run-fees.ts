import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { DryRun, DryRunFees, DryRunQuery } from '@matgyo/projections/reports/fees-dry-run';
import { nicknamesOf } from '../../identity/members/nicknames.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { type DryRuns, dryRunRange, listedMax } from './dry-run-queue.ts';
import { daysMax } from './fee-book.ts';
import { type ReportSources, refuseReport, reportPeriod } from './report-query.ts';

interface DryRunDependencies extends ReportSources {
  readonly dryRuns: DryRuns<DryRunQuery, DryRun>;
}
type Request = Pick<HandlerRequest<typeof reportEndpoints.dryRunFees>, 'query' | 'caller'>;

async function queryOf({ db, now }: DryRunDependencies, { query, caller }: Request): Promise<DryRunQuery> {
  const { referralCode } = await reportPeriod(db, caller, { referralCode: query.referralCode }, now());
  return { rule: query.rule, ...dryRunRange(query, now()), referralCode };
}

/** `GET /fees/rehearsal`: the fees of completed trades under another rule, or the progress. */
export const dryRunFees = (deps: DryRunDependencies) => async (request: Request) => {
  const { dryRun, ...progress } = await deps.dryRuns.look(await queryOf(deps, request)).catch(refuseReport);
  if (dryRun === null) return { ...progress, rehearsal: dryRun };
  const { days, codes, members, ...rest } = dryRun;
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
  (deps: DryRunDependencies) => async (request: HandlerRequest<typeof reportEndpoints.dryRunFeesCsv>) => {
    const dryRun = await deps.dryRuns.result(await queryOf(deps, request)).catch(refuseReport);
    const nicknames = await nicknamesOf(
      deps.db,
      dryRun.members.map(({ memberId }) => memberId),
    );
    request.reply.header('Content-Disposition', 'attachment; filename="fee-dry-run.csv"');
    await recordAudit(deps.db, {
      action: 'fee-report-exported',
      actor: request.caller,
      subjectId: dryRun.after.lastEvent,
      requestId: request.requestId,
      details: { rehearsed: true, trades: dryRun.totals.trades, sha256: dryRun.sha256 },
    });
    return dryRunCsv(dryRun, nicknames);
  };

const figures = ['trades', 'amount', 'charged', 'rehearsed', 'difference'] as const;

/** The dry run as a CSV file like the fee report's, with its fee rule. */
function dryRunCsv(dryRun: DryRun, nicknames: ReadonlyMap<string, string>): Promise<string> {
  const { rule, totals, days, codes, members, before, after } = dryRun;
  const line = (by: string, key: string, name: string, fees: DryRunFees) => [
    ...[by, key, name],
    ...figures.map((figure) => String(fees[figure])),
  ];
  const table = [
    ['by', 'key', 'nickname', ...figures],
    ...days.map(({ day, ...fees }) => line('day', day, '', fees)),
    ...codes.map(({ referralCode, ...fees }) => line('code', referralCode ?? '', '', fees)),
    ...members.map(({ memberId, ...fees }) => line('member', memberId, nicknames.get(memberId) ?? '', fees)),
    line('total', '', '', totals),
    [],
    ['rule', JSON.stringify(rule)],
    ['before', before.asOf ?? ''],
    ['after', after.asOf ?? ''],
    ['referralCode', dryRun.referralCode ?? 'All'],
    ['projectionVersion', String(dryRun.projectionVersion)],
    ['sha256', dryRun.sha256],
  ];
  return spreadsheet(table);
}
