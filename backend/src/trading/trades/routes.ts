import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { answerOffer } from './answer-offer.ts';
import { cancelMatch, completeOrders } from './complete-or-cancel-match.ts';
import { exportMatchedOrders } from './export-matched-orders.ts';
import { listMatchedOrders } from './list-matched-orders.ts';
import { markStep, takeBackStep } from './mark-step.ts';
import { matchOrders, previewMatch } from './match-orders.ts';
import { moveWindow } from './move-window.ts';
import { readTrade } from './read-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { readTradePayment } from './trade-payment.ts';
import { requeueStuckTrade } from './trade-process-store.ts';

export const tradeRoutes = (deps: TradeDependencies & PersonalReadings): readonly Route[] =>
  capability(tradeEndpoints, {
    match: matchOrders(deps),
    previewMatch: previewMatch(deps),
    complete: completeOrders(deps),
    cancelMatch: cancelMatch(deps),
    matchedOrders: listMatchedOrders(deps),
    matchedOrdersCsv: exportMatchedOrders(deps),
    async retryStuckTrade({ params: { id: subjectId }, caller, requestId }) {
      // What cannot be recorded does not happen.
      await deps.db.transaction().execute(async (trx) => {
        if (!(await requeueStuckTrade(trx, subjectId))) throw failure('TRADE_NOT_STUCK');
        await recordAudit(trx, { action: 'trade-retried', actor: caller, subjectId, requestId });
      });
      return { message: 'The match is being tried again.' };
    },
    trade: readTrade(deps.db),
    payment: readTradePayment(deps),
    answerOffer: answerOffer(deps),
    markStep: markStep(deps),
    takeBackStep: takeBackStep(deps),
    moveWindow: moveWindow(deps),
  });
