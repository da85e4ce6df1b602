import { auditPaths } from '@matgyo/contracts/paths/audit';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.trades.one(id),
    queryFn: ({ signal }) => call(tradePaths.trade, { signal, params: { id } }),
  });

export const useTrade = (id: string | null | undefined) =>
  useQuery({ ...tradeQuery(id ?? ''), enabled: id != null }).data;

const orderQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.orderName(id),
    queryFn: async ({ signal }) => {
      const { orderCode, side, amount } = await call(auditPaths.orderTrail, {
        signal,
        params: { id },
        query: { limit: 1 },
      });
      return { orderCode, side, amount };
    },
    // An order's code and amount never change.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** An order's code, side and amount. */
export const useOrderName = (id: string | null | undefined) =>
  useQuery({ ...orderQuery(id ?? ''), enabled: id != null }).data;
