import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Payment details of a match, as far as the user may see them. */
export const useTradePayment = (tradeId = ''): TradePayment | undefined =>
  useQuery({
    queryKey: queryKeys.own.trades.payment(tradeId),
    queryFn: ({ signal }) => call(tradePaths.payment, { signal, params: { id: tradeId } }),
    enabled: tradeId !== '',
  }).data;
