import { useEffect, useRef } from 'react';
import type { QueueOrders } from './queue-orders.ts';
import { rowId } from './queue-row.tsx';

/** Pages to search for the order in the address; orders further down are found by search. */
const pagesMax = 10;

/**
 * First display of the page. Without an order in the address, the first one is chosen if the panel is beside the
 * queues; with one, pages are loaded until its row is there, and it is scrolled into view.
 */
export function useArrival(
  id: string,
  sections: readonly QueueOrders[],
  wide: boolean,
  choose: (orderId: string) => void,
): void {
  const arrived = useRef(false);
  const fetched = useRef(0);
  const known = sections.every(({ orders }) => orders !== undefined);
  const first = sections.flatMap(({ orders }) => orders ?? [])[0]?._id;
  const listed = sections.some(({ orders }) => orders?.some(({ _id }) => _id === id));
  const further = sections.find(({ more }) => more.has);
  useEffect(() => {
    if (arrived.current || !known) return;
    if (id === '') {
      arrived.current = true;
      if (wide && first !== undefined) choose(first);
    } else if (listed) {
      arrived.current = true;
      document.getElementById(rowId(id))?.scrollIntoView({ block: 'center' });
    } else if (further === undefined || fetched.current >= pagesMax) arrived.current = true;
    else if (!further.more.loading) {
      fetched.current += 1;
      further.more.load();
    }
  });
}
