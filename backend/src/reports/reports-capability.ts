import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { createFeeSummaries } from '@matgyo/projections/reports/fee-summaries';
import { capability, type Route } from '../http/capability.ts';
import { compareFeesCall, compareTrialBalancesCall } from './compare-endpoint.ts';
import { feeReportCall, feeReportCsvCall, feeReportDaysCall } from './fee-report-endpoint.ts';
import type { ReportSources } from './report-dependencies.ts';
import { trialBalanceCall } from './trial-balance-endpoint.ts';

/** What finance asks for. */
export function reportsCapability(sources: ReportSources): readonly Route[] {
  const deps = { ...sources, feeSummaries: createFeeSummaries(sources) };
  return capability(reportEndpoints, {
    feeReport: feeReportCall(deps),
    feeReportCsv: feeReportCsvCall(deps),
    feeReportDays: feeReportDaysCall(deps),
    compareFees: compareFeesCall(deps),
    compareTrialBalances: compareTrialBalancesCall(deps),
    trialBalance: trialBalanceCall(deps),
  });
}
