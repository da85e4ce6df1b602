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
  /** Undefined: any amount. */
  readonly range: KrwRangeId | undefined;
  /** Part of an order code or a nickname; '' finds all. */
  readonly search: string;
}

const pageSize = 50;
/** A queue scrolled far down is asked for less often: every page of it is asked for again. */
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
    // A narrower question keeps the rows until its answer is there: nothing blinks while somebody types.
    placeholderData: (previous) => previous,
  });

export interface QueueOrders {
  readonly queue: Queue;
  /** What waits longest first, before that what is overdue; undefined until known. */
  readonly orders: readonly AdminOrderView[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly more: { readonly has: boolean; readonly loading: boolean; readonly load: () => void };
  /** When the rows were last heard of, in milliseconds since 1970; 0 before. */
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

/** The three queues of one side, kept fresh while they are on screen. An order with a match under way stands only there. */
export function useQueues(side: Side, filter: QueueFilter): readonly QueueOrders[] {
  const pending = useQueueOrders(side, 'pending', filter);
  const inProgress = useQueueOrders(side, 'inProgress', filter);
  const open = useQueueOrders(side, 'open', filter);
  const free = open.orders?.filter(({ reserved }) => !isPositive(reserved));
  return [pending, inProgress, { ...open, orders: free }];
}
