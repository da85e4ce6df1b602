import type { OrderView, OwnOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OwnTotals } from '@matgyo/contracts/endpoints/orders';
import type { Side } from '@matgyo/contracts/ids';
import type { OrderGroup, OwnOrderSort } from '@matgyo/contracts/order-status';
import { combinedOrderPaths, orderPaths } from '@matgyo/contracts/paths/orders';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerTo } from '../../api/answer-to.ts';
import { call } from '../../api/call.ts';
import { cursors, pollPages } from '../../api/pages.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { PagedList } from '../../ui/load-more.tsx';

const pageSize = 50;
/** The largest page of a call. */
const inProgressMax = 100;

export interface OwnView {
  readonly group: OrderGroup | undefined;
  readonly sort: OwnOrderSort;
}
const everything: OwnView = { group: undefined, sort: 'status' };

async function ownPage(
  side: Side,
  { group, sort }: OwnView,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const page = await call(orderPaths[side].listing, {
    signal,
    query: { limit: pageSize, sort, group, cursor },
  });
  if (page.view !== 'own') throw new Error('a member was answered with the public list');
  return page;
}

/** One of the member's orders, updated while it is on screen. */
export const useOwnOrder = (id: string): OwnOrderView | undefined =>
  useQuery({
    ...answerTo(queryKeys.own.orders.one(id), combinedOrderPaths.ownOrder, { params: { id } }),
    refetchInterval: pollUnlessPushed(),
  }).data;

export interface OwnOrders {
  /** With a live match, newest first; undefined while loading. */
  readonly inProgress: readonly OrderView[] | undefined;
  /** The others, filtered and sorted, as far as loaded. */
  readonly history: readonly OrderView[] | undefined;
  /** Over all orders of the side, without the filter. */
  readonly totals: OwnTotals | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly list: PagedList;
}

/** A member's orders of one side, updated while they are on screen. */
export function useOwnOrders(side: Side, { group, sort }: OwnView = everything): OwnOrders {
  const history = useInfiniteQuery({
    queryKey: [...queryKeys.own.orders.history(side), { group, sort }],
    queryFn: ({ pageParam, signal }) => ownPage(side, { group, sort }, pageParam, signal),
    ...cursors,
    placeholderData: keepPreviousData,
    refetchInterval: pollPages,
  });
  const inProgress = useQuery({
    ...answerTo(queryKeys.own.orders.inProgress(side), orderPaths[side].ownInProgress, {
      query: { limit: inProgressMax },
    }),
    refetchInterval: pollUnlessPushed(),
  });
  return {
    inProgress: inProgress.data?.items,
    history: history.data?.pages.flatMap(({ items }) => items),
    totals: history.data?.pages[0]?.totals ?? undefined,
    error: history.error ?? inProgress.error,
    retry: () => {
      void history.refetch();
      void inProgress.refetch();
    },
    retrying: history.isFetching || inProgress.isFetching,
    list: history,
  };
}
