import type { Side } from '@matgyo/contracts/ids';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { cursors, pageSize, pollUnlessPushed, queryKeys } from '../../../api/queries.ts';

async function publicPage(side: Side, cursor: string | undefined, signal: AbortSignal) {
  const page = await call(orderPaths[side].listing, {
    signal,
    asVisitor: true,
    query: { limit: pageSize, cursor },
  });
  if (page.view !== 'public') throw new Error('a visitor was answered with a member’s own list');
  return page;
}

/** The public list of one side: open orders with masked nicknames, and the latest completed trades. */
export const usePublicOrders = (side: Side) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.publicOrders, side],
    queryFn: ({ pageParam, signal }) => publicPage(side, pageParam, signal),
    ...cursors,
    refetchInterval: pollUnlessPushed(),
  });
