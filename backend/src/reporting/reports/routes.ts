import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { createFeeReports } from '@matgyo/projections/reports/fee-reports';
import { feeRulesAsOf } from '@matgyo/projections/reports/fee-rules';
import { computeFeesDryRun, type DryRunQuery, dryRunMsMax } from '@matgyo/projections/reports/fees-dry-run';
import { computeLevelsDryRun, type LevelsDryRunQuery } from '@matgyo/projections/reports/levels-dry-run';
import { trialBalance } from '@matgyo/projections/reports/trial-balance';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { createWorkQueue } from '../../platform/http/work-queue.ts';
import { compareFees, compareTrialBalances } from './compare-reports.ts';
import { dryRunFees, exportFeesDryRun } from './dry-run-fees.ts';
import { dryRunLevels, exportLevelsDryRun } from './dry-run-levels.ts';
import { createDryRunQueue } from './dry-run-queue.ts';
import { exportFeeReport, readFeeReport, readFeeReportDays } from './read-fee-report.ts';
import { type ReportDependencies, type ReportSources, refuseReport } from './report-query.ts';

/** Each may read for a minute: most of the database's connections are left to other calls. */
const atOnce = { concurrentMax: 4, waitingMax: 100 };

export function reportRoutes(
  sources: ReportSources & { readonly limits: Pick<RateLimits, 'ownFilesOf'> },
): readonly Route[] {
  const deps = { ...sources, feeReports: createFeeReports(sources) };
  const dryRunsOf = createDryRunQueue(deps.now);
  const feesSources = {
    ...sources,
    dryRuns: dryRunsOf((query: DryRunQuery, onProgress) => computeFeesDryRun(sources, query, onProgress)),
  };
  const levelsSources = {
    ...sources,
    dryRuns: dryRunsOf((query: LevelsDryRunQuery, onProgress) =>
      computeLevelsDryRun(sources, query, onProgress, AbortSignal.timeout(dryRunMsMax)),
    ),
  };
  const limited =
    <Request extends { readonly caller: Caller }>(file: (request: Request) => Promise<string>) =>
    async (request: Request) => {
      await sources.limits.ownFilesOf.take(request.caller.memberId);
      return file(request);
    };
  const queued = createWorkQueue(atOnce);
  const inTurn =
    <Request, Report>(report: (request: Request) => Promise<Report>) =>
    (request: Request) =>
      queued(() => report(request));
  return capability(
    reportEndpoints,
    {
      feeReport: inTurn(readFeeReport(deps)),
      feeReportCsv: limited(inTurn(exportFeeReport(deps))),
      feeReportDays: inTurn(readFeeReportDays(deps)),
      compareFees: inTurn(compareFees(deps)),
      dryRunFees: dryRunFees(feesSources),
      dryRunFeesCsv: limited(exportFeesDryRun(feesSources)),
      dryRunLevels: dryRunLevels(levelsSources),
      dryRunLevelsCsv: limited(exportLevelsDryRun(levelsSources)),
      compareTrialBalances: inTurn(compareTrialBalances(deps)),
      trialBalance: inTurn(readTrialBalance(deps)),
    },
    ['fees', 'journal', 'moments'],
  );
}

/** `GET /journal/trial-balance`: each currency balances to zero at every as-of point. */
const readTrialBalance =
  ({ pool, log, checkpoints }: ReportDependencies) =>
  async ({ query }: HandlerRequest<typeof reportEndpoints.trialBalance>) => {
    const balance = await trialBalance({ pool, log }, query).catch(refuseReport);
    return {
      ...balance,
      feeRules: await feeRulesAsOf({ pool, log }, balance.asOf).catch(refuseReport),
      checkpoint: await checkpoints.ofReport({ eventId: balance.lastEvent }),
    };
  };
