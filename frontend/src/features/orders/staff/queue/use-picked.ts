import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useState } from 'react';
import { isOffered } from '../actions/actions.ts';

/** The orders picked to be approved together. */
export function usePicked(orders: readonly AdminOrderView[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    orders: orders.filter((order) => ids.has(order._id) && isOffered('approve', order)),
    toggle: (order: AdminOrderView) => {
      if (!isOffered('approve', order)) return;
      const { _id } = order;
      setIds(
        (before) => new Set(before.has(_id) ? [...before].filter((id) => id !== _id) : [...before, _id]),
      );
    },
    replace: (next: readonly AdminOrderView[]) => setIds(new Set(next.map(({ _id }) => _id))),
    remove: (done: readonly string[]) =>
      setIds((before) => new Set([...before].filter((id) => !done.includes(id)))),
  };
}
