import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { pollUnlessPushed } from '../../../../api/polling.ts';
import { queryKeys } from '../../../../api/query-keys.ts';

const pageSize = 100;
/** Members with more orders than this: their older orders are shown by the trail alone. */
const pagesMax = 10;

/** Searches the order in its owner's list; null if it is not found. */
async function findOrder(
  order: { readonly id: string; readonly ownerId: string; readonly side: Side },
  signal: AbortSignal,
): Promise<AdminOrderView | null> {
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { items, nextCursor } = await call(staffPaths.memberOrders, {
      signal,
      params: { id: order.ownerId },
      query: { side: order.side, limit: pageSize, cursor },
    });
    const found = items.find(({ _id }) => _id === order.id);
    if (found !== undefined) return found;
    if (nextCursor === null) return null;
    cursor = nextCursor;
  }
  return null;
}

/** An order as an admin sees it, updated while on screen. */
export const useStaffOrder = (id: string, ownerId: string | null, side: Side) =>
  useQuery({
    queryKey: queryKeys.own.admin.one(id),
    queryFn: ({ signal }) => findOrder({ id, ownerId: ownerId ?? '', side }, signal),
    enabled: ownerId !== null,
    refetchInterval: pollUnlessPushed(),
  });
