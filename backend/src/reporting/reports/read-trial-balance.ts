import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { feeRulesAsOf } from '@matgyo/projections/reports/fee-rules';
import { trialBalance } from '@matgyo/projections/reports/trial-balance';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { type ReportDependencies, refuseReport } from './report-query.ts';

/** `GET /journal/trial-balance`: each currency balances to zero at every as-of point. */
export const readTrialBalance =
  ({ pool, log, checkpoints }: ReportDependencies) =>
  async ({ query }: HandlerRequest<typeof reportEndpoints.trialBalance>) => {
    const at = query.asOf === undefined ? {} : { asOf: query.asOf };
    const balance = await trialBalance({ pool, log }, at).catch(refuseReport);
    return {
      ...balance,
      feeRules: await feeRulesAsOf({ pool, log }, balance.asOf).catch(refuseReport),
      checkpoint: await checkpoints.ofReport({ eventId: balance.lastEvent }),
    };
  };
