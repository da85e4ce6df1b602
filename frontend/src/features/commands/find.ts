import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { sides } from '@matgyo/contracts/ids';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

export interface Found {
  readonly orders: readonly { readonly id: string; readonly code: string; readonly nickname: string }[];
  readonly members: readonly { readonly id: string; readonly nickname: string; readonly fullName: string }[];
}

const ofEachMax = 5;
const queues = ['pending', 'inProgress', 'open'] as const;
const orderId = /^[0-9a-f]{24}$/;

/** Live orders by part of their code or nickname, finished ones that were matched by part of their code, and members. */
async function find(search: string, signal: AbortSignal): Promise<Found> {
  if (orderId.test(search)) return { orders: [{ id: search, code: search, nickname: '' }], members: [] };
  const query = { search, limit: ofEachMax };
  const [live, matched, members] = await Promise.all([
    Promise.all(
      sides.flatMap((side) => queues.map((queue) => call(orderPaths[side][queue], { signal, query }))),
    ),
    call(tradePaths.matchedOrders, { signal, query }),
    call(memberPaths.listMembers, { signal, query }),
  ]);
  const orders = new Map<string, Found['orders'][number]>();
  const add = (id: string, code: string, nickname: string) => orders.set(id, { id, code, nickname });
  for (const { _id, orderCode, userId } of live.flatMap(({ items }): readonly AdminOrderView[] => items))
    add(_id, orderCode, userId.nickname);
  for (const { _id, postingNumber, seller } of matched.sell) add(_id, postingNumber, seller);
  for (const { _id, postingNumber, buyer } of matched.buy) add(_id, postingNumber, buyer);
  return {
    orders: [...orders.values()].slice(0, ofEachMax),
    members: members.items
      .slice(0, ofEachMax)
      .map(({ _id, nickname, fullName }) => ({ id: _id, nickname, fullName })),
  };
}

export const findQuery = (search: string) =>
  queryOptions({
    queryKey: queryKeys.own.admin.found(search),
    queryFn: ({ signal }) => find(search, signal),
    enabled: search.length >= 2,
    placeholderData: (previous) => previous,
  });
