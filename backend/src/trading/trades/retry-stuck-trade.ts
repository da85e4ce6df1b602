import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { requeueStuckTrade } from './trade-process-store.ts';

/** `POST /sell/admin/stuck-trades/:id/retry`. */
export const retryStuckTrade =
  ({ db, pool }: TradeDependencies) =>
  async ({ params, caller, requestId }: HandlerRequest<typeof tradeEndpoints.retryStuckTrade>) => {
    const subjectId = params.id;
    if (!(await requeueStuckTrade(pool, subjectId))) throw failure('TRADE_NOT_STUCK');
    await recordAudit(db, { action: 'trade-retried', actor: caller, subjectId, requestId });
    return { message: 'The match is being tried again.' };
  };
