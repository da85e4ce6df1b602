import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { createFeeReports } from '@matgyo/projections/reports/fee-reports';
import { dryRunMsMax, type RehearsalQuery, rehearseFees } from '@matgyo/projections/reports/rehearse-fees';
import { type LevelsRehearsalQuery, rehearseLevels } from '@matgyo/projections/reports/rehearse-levels';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { compareFees, compareTrialBalances } from './compare-endpoint.ts';
import { exportFeeReport, readFeeReport, readFeeReportDays } from './fee-report-endpoint.ts';
import { dryRunLevels, exportLevelsDryRun } from './levels-rehearsal-endpoint.ts';
import { dryRunFees, exportFeesDryRun } from './rehearsal-endpoint.ts';
import { createRehearsalQueue } from './rehearsals.ts';
import type { ReportSources } from './report-dependencies.ts';
import { readTrialBalance } from './trial-balance-endpoint.ts';

type FileLimits = Pick<RateLimits, 'ownFilesOf'>;

export function reportRoutes(sources: ReportSources & { readonly limits: FileLimits }): readonly Route[] {
  const deps = { ...sources, feeReports: createFeeReports(sources) };
  const feeReportCsv = exportFeeReport(deps);
  const rehearsalsOf = createRehearsalQueue();
  const rehearsingFees = {
    ...sources,
    rehearsals: rehearsalsOf((query: RehearsalQuery, onProgress) => rehearseFees(sources, query, onProgress)),
  };
  const rehearsingLevels = {
    ...sources,
    rehearsals: rehearsalsOf((query: LevelsRehearsalQuery, onProgress) =>
      rehearseLevels(sources, query, onProgress, AbortSignal.timeout(dryRunMsMax)),
    ),
  };
  const rehearseFeesCsv = exportFeesDryRun(rehearsingFees);
  const rehearseLevelsCsv = exportLevelsDryRun(rehearsingLevels);
  return capability(reportEndpoints, {
    feeReport: readFeeReport(deps),
    async feeReportCsv(request) {
      await sources.limits.ownFilesOf.take(request.caller.memberId);
      return feeReportCsv(request);
    },
    feeReportDays: readFeeReportDays(deps),
    compareFees: compareFees(deps),
    rehearseFees: dryRunFees(rehearsingFees),
    async rehearseFeesCsv(request) {
      await sources.limits.ownFilesOf.take(request.caller.memberId);
      return rehearseFeesCsv(request);
    },
    rehearseLevels: dryRunLevels(rehearsingLevels),
    async rehearseLevelsCsv(request) {
      await sources.limits.ownFilesOf.take(request.caller.memberId);
      return rehearseLevelsCsv(request);
    },
    compareTrialBalances: compareTrialBalances(deps),
    trialBalance: readTrialBalance(deps),
  });
}
