import { get } from './call-path.ts';

export const reportPaths = {
  feeReport: get('staff', '/fees/report'),
  feeReportCsv: get('staff', '/fees/report.csv'),
  feeReportDays: get('staff', '/fees/report/days'),
  compareFees: get('staff', '/fees/compare'),
  dryRunFees: get('staff', '/fees/rehearsal'),
  dryRunFeesCsv: get('staff', '/fees/rehearsal.csv'),
  dryRunLevels: get('admin', '/admin/levels/rehearsal'),
  dryRunLevelsCsv: get('admin', '/admin/levels/rehearsal.csv'),
  compareTrialBalances: get('admin', '/journal/compare'),
  trialBalance: get('admin', '/journal/trial-balance'),
};
