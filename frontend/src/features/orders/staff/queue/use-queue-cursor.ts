import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useDeferredValue } from 'react';
import type { QueueOrders } from './queue-orders.ts';
import { rowId } from './queue-row.tsx';
import { useArrival } from './use-arrival.ts';
import { useChosen } from './use-chosen.ts';
import { usePlace } from './use-place.ts';

export type QueueCursor = ReturnType<typeof useQueueCursor>;

/** Which order of the queues is chosen, and moving from one to another. */
export function useQueueCursor(sections: readonly QueueOrders[], wide: boolean) {
  const orders = sections.flatMap((section) => section.orders ?? []);
  const { id, here, choose } = usePlace();
  useArrival(id, sections, wide, choose);
  const focus = (order: AdminOrderView | undefined) => {
    if (order === undefined) return;
    choose(order._id);
    // Once the row is rendered as chosen, so that the keyboard goes on from there.
    requestAnimationFrame(() => document.getElementById(rowId(order._id))?.focus());
  };
  return {
    orders,
    id,
    here,
    choose,
    // The panel requests data about its order, so it follows when the keyboard rests.
    ...useChosen(useDeferredValue(id), orders),
    listed: orders.find(({ _id }) => _id === here.current),
    move: (by: 1 | -1) => {
      const place = orders.findIndex(({ _id }) => _id === here.current);
      focus(orders[place === -1 ? (by === 1 ? 0 : orders.length - 1) : place + by]);
    },
    /** Leaves an order for the next one in its queue, so that a queue is worked off from the top. */
    leave: (order: AdminOrderView) => {
      const queue =
        sections.find((section) => section.orders?.some(({ _id }) => _id === order._id))?.orders ?? [];
      const place = queue.findIndex(({ _id }) => _id === order._id);
      const next = queue[place + 1] ?? queue[place - 1];
      if (next === undefined) choose('');
      else focus(next);
    },
  };
}
