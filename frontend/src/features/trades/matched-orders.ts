import type { Side } from '@matgyo/contracts/ids';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { pages, pollUnlessPushed, queryKeys } from '../../api/queries.ts';
import type { MatchStatus } from '../../ui/match-statuses.ts';

/** '' matches everything. */
export interface MatchedOrdersFilters {
  readonly search: string;
  /** Days in Korea, both included. */
  readonly from: string;
  readonly to: string;
  readonly status: MatchStatus;
}

const lookAgainMs = 15_000;

/** Every order with a match, newest first, with the number loaded of each side; a page holds up to `pageSize` of each. */
export const matchedOrdersQuery = (filters: MatchedOrdersFilters, side: Side) =>
  infiniteQueryOptions({
    ...pages(queryKeys.own.staff.matchedOrders, tradePaths.matchedOrders, filters),
    refetchInterval: pollUnlessPushed(lookAgainMs),
    placeholderData: (previous) => previous,
    select: ({ pages: loaded }) => ({
      pages: loaded.map((page) => ({ items: page[side] })),
      counts: {
        sell: loaded.reduce((sum, { sell }) => sum + sell.length, 0),
        buy: loaded.reduce((sum, { buy }) => sum + buy.length, 0),
      },
    }),
  });

/** One of them; null when that order was never matched, or is none. */
export const matchedOrderQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.staff.matchedOrder(id),
    queryFn: async ({ signal }) => {
      const { sell, buy } = await call(tradePaths.matchedOrders, { signal, query: { id } });
      const [record] = [...sell, ...buy];
      return record === undefined
        ? null
        : { side: sell.length > 0 ? ('sell' as const) : ('buy' as const), record };
    },
    refetchInterval: pollUnlessPushed(lookAgainMs),
  });
