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

/** Payment details of a match, as far as the user may see them. */
export const useTradePayment = (tradeId: string | undefined): TradePayment | undefined =>
  useQuery({ ...paymentQuery(tradeId ?? ''), enabled: tradeId !== undefined }).data;
