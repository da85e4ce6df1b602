import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const paymentQuery = (tradeId: string) =>
  queryOptions({
    queryKey: queryKeys.own.trades.payment(tradeId),
    queryFn: ({ signal }) => call(tradePaths.payment, { signal, params: { id: tradeId } }),
  });

/** Where and how much the parties of a match pay each other, as far as the reader may see it. */
export const useTradePayment = (tradeId: string | undefined): TradePayment | undefined =>
  useQuery({ ...paymentQuery(tradeId ?? ''), enabled: tradeId !== undefined }).data;
