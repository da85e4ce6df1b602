import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { capability, type Route } from '../../platform/http/capability.ts';
import { answerOfferCall } from './answer-offer-endpoint.ts';
import { cancelMatchCall, completeOrdersCall } from './finish-trade-endpoint.ts';
import { markStepCall } from './mark-step.ts';
import { matchOrdersCall, previewMatchCall } from './match-orders-endpoint.ts';
import { matchedOrdersCall } from './matched-orders-endpoint.ts';
import { moveWindowCall } from './move-window.ts';
import { retryStuckTradeCall, stuckTradesCall } from './stuck-trades-endpoint.ts';
import { takeBackStepCall } from './take-back-step.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { tradeCall } from './trade-endpoint.ts';
import { tradePaymentCall } from './trade-payment.ts';

export const tradeRoutes = (deps: TradeDependencies): readonly Route[] =>
  capability(tradeEndpoints, {
    match: matchOrdersCall(deps),
    previewMatch: previewMatchCall(deps),
    complete: completeOrdersCall(deps),
    cancelMatch: cancelMatchCall(deps),
    matchedOrders: matchedOrdersCall(deps.db),
    stuckTrades: stuckTradesCall(deps),
    retryStuckTrade: retryStuckTradeCall(deps),
    trade: tradeCall(deps.db),
    payment: tradePaymentCall(deps),
    answerOffer: answerOfferCall(deps),
    markStep: markStepCall(deps),
    takeBackStep: takeBackStepCall(deps),
    moveWindow: moveWindowCall(deps),
  });
