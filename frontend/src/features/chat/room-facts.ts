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

/** The match a room is about. */
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
    // What an order is called, and how much it is about, stays.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What an order is called. */
export const useOrderName = (id: string | null | undefined) =>
  useQuery({ ...orderQuery(id ?? ''), enabled: id != null }).data;
