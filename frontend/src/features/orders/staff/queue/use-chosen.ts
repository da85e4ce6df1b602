import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useState } from 'react';

export interface Chosen {
  /** As its queue lists it; once it is in none, as it was last. */
  readonly order: AdminOrderView;
  readonly listed: boolean;
  /** As it was when it was chosen, or last acknowledged. */
  readonly seen: AdminOrderView;
}

/**
 * The order an address names, and how it stood when it was chosen. One that leaves every queue while it is looked at
 * stays until somebody looks elsewhere: its panel says what became of it.
 */
export function useChosen(id: string, orders: readonly AdminOrderView[]) {
  const listed = orders.find(({ _id }) => _id === id);
  const [seen, setSeen] = useState<AdminOrderView>();
  const [last, setLast] = useState<AdminOrderView>();
  // Own acts are no news: what they lead to is taken as seen once it is listed.
  const [expecting, setExpecting] = useState<number>();
  if (listed !== undefined && listed !== last) setLast(listed);
  if (listed !== undefined && seen?._id !== id) setSeen(listed);
  if (listed !== undefined && expecting !== undefined && listed.revision > expecting) {
    setSeen(listed);
    setExpecting(undefined);
  }
  const order = listed ?? (last?._id === id ? last : undefined);
  const chosen: Chosen | undefined =
    order === undefined
      ? undefined
      : { order, listed: listed !== undefined, seen: seen?._id === id ? seen : order };
  return {
    chosen,
    /** The person has seen how it stands. */
    acknowledge: setSeen,
    /** It was changed from here: the next revision is no news. */
    expectChange: (order: AdminOrderView) => setExpecting(order.revision),
  };
}
