import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import type { KrwRangeId } from '@matgyo/contracts/krw-ranges';
import { isPositive } from '@matgyo/contracts/money';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { pollUnlessPushed } from '../../../../api/polling.ts';
import { queryKeys } from '../../../../api/query-keys.ts';

export const queues = ['pending', 'inProgress', 'open'] as const;
export type Queue = (typeof queues)[number];

export interface QueueFilter {
  /** Undefined: all amounts. */
  readonly range: KrwRangeId | undefined;
  /** Part of an order code or nickname; '' finds all. */
  readonly search: string;
}

const pageSize = 50;
/** A long queue is polled less often, since each poll reloads all its pages. */
const slowPollMs = 15_000;

const queueQuery = (side: Side, queue: Queue, filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.own.admin.queue(side, queue, filter),
    queryFn: ({ pageParam, signal }) =>
      call(orderPaths[side][queue], {
        signal,
        query: {
          limit: pageSize,
          sort: 'waiting',
          ...(filter.range !== undefined && { range: filter.range }),
          ...(filter.search !== '' && { search: filter.search }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: (query) =>
      pollUnlessPushed((query.state.data?.pages.length ?? 0) > 2 ? slowPollMs : undefined)(query),
    // Keeps the rows until the filtered ones are loaded, so that nothing blinks.
    placeholderData: (previous) => previous,
  });

export interface QueueOrders {
  readonly queue: Queue;
  /** Overdue ones first, then longest waiting first; undefined while loading. */
  readonly orders: readonly AdminOrderView[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly more: { readonly has: boolean; readonly loading: boolean; readonly load: () => void };
  /** When the rows were last loaded, in milliseconds since 1970; 0 if never. */
  readonly updatedAt: number;
}

function useQueueOrders(side: Side, queue: Queue, filter: QueueFilter): QueueOrders {
  const query = useInfiniteQuery(queueQuery(side, queue, filter));
  return {
    queue,
    orders: query.data?.pages.flatMap(({ items }) => items),
    error: query.error,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
    more: {
      has: query.hasNextPage,
      loading: query.isFetchingNextPage,
      load: () => void query.fetchNextPage(),
    },
    updatedAt: query.dataUpdatedAt,
  };
}

/**
 * The three queues of one side, updated while on screen. An open order with a live match is listed in progress only.
 */
export function useQueues(side: Side, filter: QueueFilter): readonly QueueOrders[] {
  const pending = useQueueOrders(side, 'pending', filter);
  const inProgress = useQueueOrders(side, 'inProgress', filter);
  const open = useQueueOrders(side, 'open', filter);
  const free = open.orders?.filter(({ reserved }) => !isPositive(reserved));
  return [pending, inProgress, { ...open, orders: free }];
}
