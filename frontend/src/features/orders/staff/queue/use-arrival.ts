import { useEffect, useRef } from 'react';
import type { QueueOrders } from './queue-orders.ts';
import { rowId } from './queue-row.tsx';

/** Pages looked through for an order that an address names; one further down is opened by its search. */
const pagesMax = 10;

/**
 * What an arrival shows: without an order in the address the first one is chosen, where its panel stands beside the
 * queue; with one, its row is scrolled into view, and pages are fetched until it is among them.
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
