import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { HandlerRequest } from '../http/handler.ts';
import { failure } from '../http/request-failure.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { listStuckTrades, retryStuckTrade } from './trade-process-manager.ts';
import type { StuckTrade } from './trade-process-store.ts';

/** `GET /sell/admin/stuck-trades`: what could not be finished within a minute (docs/ledger.md, invariant 9). */
export const stuckTradesCall =
  ({ pool }: TradeDependencies) =>
  async ({ query }: HandlerRequest<typeof tradeEndpoints.stuckTrades>) => {
    const stuck = await listStuckTrades(pool, { limit: query.limit });
    return { items: stuck.map(stuckTradeView), nextCursor: null };
  };

export const stuckTradeView = ({ tradeId, state, sinceAt, attempts, cause }: StuckTrade) => ({
  ...{ tradeId, state, attempts, cause },
  since: sinceAt,
});

export const retryStuckTradeCall =
  ({ pool }: TradeDependencies) =>
  async ({ params }: HandlerRequest<typeof tradeEndpoints.retryStuckTrade>) => {
    if (!(await retryStuckTrade(pool, params.id))) throw failure('TRADE_NOT_STUCK');
    return { message: 'The match is being tried again.' };
  };
