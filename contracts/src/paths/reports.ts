import { get } from './call-path.ts';

export const reportPaths = {
  feeReport: get('staff', '/fees/report'),
  feeReportCsv: get('staff', '/fees/report.csv'),
  feeReportDays: get('staff', '/fees/report/days'),
  compareFees: get('staff', '/fees/compare'),
  rehearseFees: get('staff', '/fees/rehearsal'),
  rehearseFeesCsv: get('staff', '/fees/rehearsal.csv'),
  rehearseLevels: get('admin', '/admin/levels/rehearsal'),
  rehearseLevelsCsv: get('admin', '/admin/levels/rehearsal.csv'),
  compareTrialBalances: get('admin', '/journal/compare'),
  trialBalance: get('admin', '/journal/trial-balance'),
};
