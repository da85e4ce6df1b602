import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pageSize = 100;
/** Sums, counts and sorting need the whole history; beyond this many pages it comes as the list is scrolled. */
const pagesAtOnce = 20;
/** A long history is asked for less often: every page of it is asked for again. */
const slowPollMs = 15_000;

async function ownPage(side: Side, cursor: string | undefined, signal: AbortSignal) {
  const page = await call(orderPaths[side].listing, {
    signal,
    query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
  });
  if (page.view !== 'own') throw new Error('a member was answered with the public list');
  return page;
}

const ownHistoryQuery = (side: Side) =>
  infiniteQueryOptions({
    queryKey: queryKeys.own.orders.history(side),
    queryFn: ({ pageParam, signal }) => ownPage(side, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: (query) =>
      pollUnlessPushed((query.state.data?.pages.length ?? 0) > 2 ? slowPollMs : undefined)(query),
  });

const ownInProgressQuery = (side: Side) =>
  queryOptions({
    queryKey: queryKeys.own.orders.inProgress(side),
    queryFn: ({ signal }) => call(orderPaths[side].ownInProgress, { signal, query: { limit: pageSize } }),
    refetchInterval: pollUnlessPushed(),
  });

export interface OwnOrders {
  /** With something in a match now, newest first; undefined until known. */
  readonly inProgress: readonly OrderView[] | undefined;
  /** All others. */
  readonly history: readonly OrderView[] | undefined;
  /** Whether `history` is all there is. */
  readonly complete: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly more: { readonly has: boolean; readonly loading: boolean; readonly load: () => void };
}

/** A member's own orders of one side, kept fresh while they are on screen. */
export function useOwnOrders(side: Side): OwnOrders {
  const history = useInfiniteQuery(ownHistoryQuery(side));
  const inProgress = useQuery(ownInProgressQuery(side));
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = history;
  const pages = history.data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError && pages < pagesAtOnce) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, pages, fetchNextPage]);
  return {
    inProgress: inProgress.data?.items,
    history: history.data?.pages.flatMap(({ items }) => items),
    complete: history.data !== undefined && !hasNextPage,
    error: history.error ?? inProgress.error,
    retry: () => {
      void history.refetch();
      void inProgress.refetch();
    },
    retrying: history.isFetching || inProgress.isFetching,
    more: { has: hasNextPage, loading: isFetchingNextPage, load: () => void fetchNextPage() },
  };
}
