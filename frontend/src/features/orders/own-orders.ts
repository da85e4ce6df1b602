import type { OwnOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import type { OrderGroup, OwnOrderSort } from '@matgyo/contracts/order-status';
import { combinedOrderPaths, orderPaths } from '@matgyo/contracts/paths/orders';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { cursors, liveAnswerTo, pageSize, pollPages, queryKeys } from '../../api/queries.ts';

/** The largest page of a call. */
const inProgressMax = 100;

interface OwnView {
  /** '' for all. */
  readonly group: OrderGroup | '';
  readonly sort: OwnOrderSort;
}
const everything: OwnView = { group: '', sort: 'status' };

export const useOwnOrder = (id: string): OwnOrderView | undefined =>
  useQuery(liveAnswerTo(queryKeys.own.orders.one(id), combinedOrderPaths.ownOrder, { params: { id } })).data;

export type OwnOrders = ReturnType<typeof useOwnOrders>;

/** A member's orders of one side, updated while they are on screen. */
export function useOwnOrders(side: Side, { group, sort }: OwnView = everything) {
  const history = useInfiniteQuery({
    queryKey: [...queryKeys.own.orders.history(side), { group, sort }],
    ...cursors,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: pageSize, sort, group, cursor };
      const page = await call(orderPaths[side].listing, { signal, query });
      if (page.view !== 'own') throw new Error('a member was answered with the public list');
      return page;
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollPages,
  });
  const inProgress = useQuery(
    liveAnswerTo(queryKeys.own.orders.inProgress(side), orderPaths[side].ownInProgress, {
      query: { limit: inProgressMax },
    }),
  );
  return {
    /** With a live match, those that wait for the member first; undefined while loading. */
    inProgress: inProgress.data?.items,
    /** The others, filtered and sorted, as far as loaded. */
    history: history.data?.pages.flatMap(({ items }) => items),
    /** Over all orders of the side, without the filter. */
    totals: history.data?.pages[0]?.totals ?? undefined,
    error: history.error ?? inProgress.error,
    refetch: () => {
      void history.refetch();
      void inProgress.refetch();
    },
    isFetching: history.isFetching || inProgress.isFetching,
    list: history,
  };
}
