import type { Side } from '@matgyo/contracts/ids';
import type { KrwRangeId } from '@matgyo/contracts/krw-ranges';
import { isPositive } from '@matgyo/contracts/money';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pages, pollPages, queryKeys } from '../../../../api/queries.ts';

export const queues = ['pending', 'inProgress', 'open'] as const;
export type Queue = (typeof queues)[number];

export interface QueueFilter {
  /** '' for all amounts. */
  readonly range: KrwRangeId | '';
  /** Part of an order code or nickname; '' finds all. */
  readonly search: string;
}

export type QueueOrders = ReturnType<typeof useQueueOrders>;

/** Overdue ones first, then longest waiting first; `orders` is undefined while loading. */
function useQueueOrders(side: Side, queue: Queue, filter: QueueFilter) {
  const list = useInfiniteQuery({
    ...pages(queryKeys.own.admin.orders, orderPaths[side][queue], { sort: 'waiting', ...filter }),
    refetchInterval: pollPages,
    // Keeps the rows until the filtered ones are loaded, so that nothing blinks.
    placeholderData: (previous) => previous,
  });
  return { queue, orders: list.data?.pages.flatMap(({ items }) => items), list };
}

/** One side's three queues, updated while on screen. An open order with a live match is in progress only. */
export function useQueues(side: Side, filter: QueueFilter): readonly QueueOrders[] {
  const pending = useQueueOrders(side, 'pending', filter);
  const inProgress = useQueueOrders(side, 'inProgress', filter);
  const open = useQueueOrders(side, 'open', filter);
  const free = open.orders?.filter(({ reserved }) => !isPositive(reserved));
  return [pending, inProgress, { ...open, orders: free }];
}
