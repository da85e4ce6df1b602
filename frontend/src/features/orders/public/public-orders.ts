import type { Side } from '@matgyo/contracts/ids';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { cursors, pageSize, pollUnlessPushed, queryKeys } from '../../../api/queries.ts';

/** The public list of one side: open orders with masked nicknames, and the latest completed trades. */
export const usePublicOrders = (side: Side) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.publicOrders, side],
    ...cursors,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: pageSize, cursor };
      const page = await call(orderPaths[side].listing, { signal, asVisitor: true, query });
      if (page.view !== 'public') throw new Error('a visitor was answered with a member’s own list');
      return page;
    },
    refetchInterval: pollUnlessPushed(),
  });
