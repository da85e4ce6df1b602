import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { capability, type Route } from '../http/capability.ts';
import { feeReportCall, feeReportCsvCall, type ReportDependencies } from './fee-report-endpoint.ts';
import { trialBalanceCall } from './trial-balance-endpoint.ts';

/** What finance asks for. */
export const reportsCapability = (deps: ReportDependencies): readonly Route[] =>
  capability(reportEndpoints, {
    feeReport: feeReportCall(deps),
    feeReportCsv: feeReportCsvCall(deps),
    trialBalance: trialBalanceCall(deps),
  });
