import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useState } from 'react';

export interface Chosen {
  /** As listed in its queue, or as last listed. */
  readonly order: AdminOrderView;
  readonly listed: boolean;
  /** As it was when it was chosen or last acknowledged. */
  readonly seen: AdminOrderView;
}

/**
 * The chosen order, and its state when it was chosen. An order that leaves all queues stays chosen until another one
 * is, so that its panel shows what happened.
 */
export function useChosen(id: string, orders: readonly AdminOrderView[]) {
  const listed = orders.find(({ _id }) => _id === id);
  const [seen, setSeen] = useState<AdminOrderView>();
  const [last, setLast] = useState<AdminOrderView>();
  // The result of the user's own action counts as seen once it is listed.
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
    /** The user has seen the current state. */
    acknowledge: setSeen,
    /** This user changed it: the next revision counts as seen. */
    expectChange: (order: AdminOrderView) => setExpecting(order.revision),
  };
}
