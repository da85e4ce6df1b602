import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { createFeeReports } from '@matgyo/projections/reports/fee-reports';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { compareFeesCall, compareTrialBalancesCall } from './compare-endpoint.ts';
import { feeReportCall, feeReportCsvCall, feeReportDaysCall } from './fee-report-endpoint.ts';
import { rehearseFeesCall, rehearseFeesCsvCall } from './rehearsal-endpoint.ts';
import { createRehearsals } from './rehearsals.ts';
import type { ReportSources } from './report-dependencies.ts';
import { trialBalanceCall } from './trial-balance-endpoint.ts';

type FileLimits = Pick<RateLimits, 'ownFilesOf'>;

export function reportRoutes(sources: ReportSources & { readonly limits: FileLimits }): readonly Route[] {
  const deps = { ...sources, feeReports: createFeeReports(sources) };
  const feeReportCsv = feeReportCsvCall(deps);
  const rehearsing = { ...sources, rehearsals: createRehearsals(sources) };
  const rehearseFeesCsv = rehearseFeesCsvCall(rehearsing);
  return capability(reportEndpoints, {
    feeReport: feeReportCall(deps),
    async feeReportCsv(request) {
      await sources.limits.ownFilesOf.take(request.caller.memberId);
      return feeReportCsv(request);
    },
    feeReportDays: feeReportDaysCall(deps),
    compareFees: compareFeesCall(deps),
    rehearseFees: rehearseFeesCall(rehearsing),
    async rehearseFeesCsv(request) {
      await sources.limits.ownFilesOf.take(request.caller.memberId);
      return rehearseFeesCsv(request);
    },
    compareTrialBalances: compareTrialBalancesCall(deps),
    trialBalance: trialBalanceCall(deps),
  });
}
