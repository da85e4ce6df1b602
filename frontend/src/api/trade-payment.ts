import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useQuery } from '@tanstack/react-query';
import { liveAnswerTo, queryKeys } from './queries.ts';

/** Payment details of a match, as far as the user may see them. */
export const useTradePayment = (tradeId?: string): TradePayment | undefined =>
  useTradePaymentQuery(tradeId).data;

export const useTradePaymentQuery = (tradeId = '') =>
  useQuery({
    ...liveAnswerTo(queryKeys.own.trades.payment(tradeId), tradePaths.payment, { params: { id: tradeId } }),
    enabled: tradeId !== '',
  });
