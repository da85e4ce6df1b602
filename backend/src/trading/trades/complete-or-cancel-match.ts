import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cancelTrade, completeTrade } from './finish-trade.ts';
import { tradeCommand } from './trade-command.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

type FinishBody = HandlerRequest<typeof tradeEndpoints.cancelMatch>['body'];

const finishOf = ({ sellerOrderId, buyerOrderId, tradeId, expected, marked }: FinishBody) => ({
  trade: { sellOrderId: sellerOrderId, buyOrderId: buyerOrderId, ...(tradeId && { tradeId }) },
  expected,
  marked,
});

/** `POST /sell/admin/complete-orders`: completes a match after payment. */
export const completeOrders =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.complete>) =>
    tradeCommand(
      deps,
      request,
      () => 'Orders completed.',
      (process, { command }) =>
        completeTrade(process, {
          ...finishOf(request.body),
          command,
          reason: request.body.reason,
          approval: { typed: request.body.confirmAlone },
        }),
    );

/** `POST /sell/admin/cancel-orders`: reopens both orders for the reserved amount. */
export const cancelMatch =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.cancelMatch>) =>
    tradeCommand(
      deps,
      request,
      () => 'Match cancelled.',
      (process, { command }) =>
        cancelTrade(process, { ...finishOf(request.body), command, ifOffered: request.body.ifOffered }),
    );
