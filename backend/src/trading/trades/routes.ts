import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { capability, type Route } from '../../platform/http/capability.ts';
import { markStep } from './mark-step.ts';
import { answerOffer, cancelMatch, completeOrders, matchOrders, previewMatch } from './match-endpoints.ts';
import { listMatchedOrders } from './matched-orders-endpoint.ts';
import { moveWindow } from './move-window.ts';
import { retryStuckTrade } from './retry-stuck-trade.ts';
import { takeBackStep } from './take-back-step.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { readTrade } from './trade-endpoint.ts';
import { readTradePayment } from './trade-payment.ts';

export const tradeRoutes = (deps: TradeDependencies): readonly Route[] =>
  capability(tradeEndpoints, {
    match: matchOrders(deps),
    previewMatch: previewMatch(deps),
    complete: completeOrders(deps),
    cancelMatch: cancelMatch(deps),
    matchedOrders: listMatchedOrders(deps.db),
    retryStuckTrade: retryStuckTrade(deps),
    trade: readTrade(deps.db),
    payment: readTradePayment(deps),
    answerOffer: answerOffer(deps),
    markStep: markStep(deps),
    takeBackStep: takeBackStep(deps),
    moveWindow: moveWindow(deps),
  });
