import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { type TrialBalance, trialBalance } from '@matgyo/projections/reports/trial-balance';
import type { HandlerRequest } from '../http/handler.ts';
import type { ReportDependencies } from './fee-report-endpoint.ts';
import { asReportFailure } from './report-errors.ts';

/** `GET /journal/trial-balance`: each currency balances to zero, at every moment of the log. */
export const trialBalanceCall =
  ({ pool, log }: ReportDependencies) =>
  async ({ query }: HandlerRequest<typeof reportEndpoints.trialBalance>): Promise<TrialBalance> => {
    const asked = query.asOf === undefined ? {} : { asOf: query.asOf };
    try {
      return await trialBalance({ pool, log }, asked);
    } catch (error) {
      throw asReportFailure(error);
    }
  };
