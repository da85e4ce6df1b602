import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../ui/use-address.ts';
import type { QueueOrders } from './queue-orders.ts';
import { rowId } from './queue-row.tsx';

export type QueueCursor = ReturnType<typeof useQueueCursor>;

export function useQueueCursor(sections: readonly QueueOrders[], wide: boolean) {
  const orders = sections.flatMap((section) => section.orders ?? []);
  const { id, here, target, choose } = usePlace();
  const missing = useArrival(target, sections, wide, choose);
  const focus = (order: AdminOrderView | undefined) => {
    if (order === undefined) return;
    choose(order._id);
    // Once the row is rendered as chosen, so that the keyboard goes on from there.
    requestAnimationFrame(() => document.getElementById(rowId(order._id))?.focus());
  };
  return {
    orders,
    id,
    /** The address names an order that is in no queue, at least not among those that were searched. */
    isMissing: id !== '' && missing === id,
    here,
    choose,
    // The panel requests data about its order, so it follows when the keyboard rests.
    ...useChosen(useDeferredValue(id), orders),
    listed: orders.find(({ _id }) => _id === here.current),
    move: (by: 1 | -1) => {
      const place = orders.findIndex(({ _id }) => _id === here.current);
      focus(orders[place === -1 ? (by === 1 ? 0 : orders.length - 1) : place + by]);
    },
    focusRow: () => document.getElementById(rowId(here.current))?.focus(),
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

/** Pages to search for the order in the address; orders further down are found by search. */
const pagesMax = 10;

/**
 * First display of the page: without an order in the address, the first one is chosen if the panel is beside the queues.
 * Then and whenever the address names one, pages are loaded until its row is there, and it is scrolled into view.
 * Returns the last one that was not found.
 */
function useArrival(
  target: { readonly id: string },
  sections: readonly QueueOrders[],
  wide: boolean,
  choose: (orderId: string) => void,
): string | undefined {
  const [missing, setMissing] = useState<string>();
  const arrived = useRef<object>(undefined);
  const fetched = useRef(0);
  const known = sections.every(({ orders }) => orders !== undefined);
  const { id } = target;
  const first = sections.flatMap(({ orders }) => orders ?? [])[0]?._id;
  const listed = sections.some(({ orders }) => orders?.some(({ _id }) => _id === id));
  const further = sections.find(({ list }) => list.hasNextPage);
  useEffect(() => {
    if (arrived.current === target || !known) return;
    if (id === '') {
      if (arrived.current === undefined && wide && first !== undefined) choose(first);
      arrived.current = target;
    } else if (listed) {
      arrived.current = target;
      document.getElementById(rowId(id))?.scrollIntoView({ block: 'center' });
    } else if (sections.some(({ list }) => list.isFetching)) return;
    else if (further !== undefined && fetched.current < pagesMax) {
      fetched.current += 1;
      further.list.fetchNextPage();
    } else {
      arrived.current = target;
      setMissing(id);
    }
  });
  return missing;
}

export interface Chosen {
  /** As listed in its queue, or as last listed if it is in none. */
  readonly order: AdminOrderView;
  readonly listed: boolean;
  /** As it was when it was chosen or last acknowledged. */
  readonly seen: AdminOrderView;
}

/**
 * The chosen order, and its state when it was chosen. An order that leaves all queues stays chosen until another one
 * is, so that its panel shows what happened.
 */
function useChosen(id: string, orders: readonly AdminOrderView[]) {
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

/** Delay before the address changes: browsers limit how often a held key may change it. */
const restMs = 120;

/**
 * The chosen order. It is state here, so that fast key presses each start from the previous one. The address follows
 * it, and overrides it when it changes otherwise: back, a link, a notification.
 */
function usePlace() {
  const address = useAddress();
  const named = address.read('order');
  const [id, setId] = useState(named);
  /** The order that an address names, a new object for each address. */
  const [target, setTarget] = useState({ id: named });
  const here = useRef(named);
  /** Addresses written here that the router has not rendered yet. */
  const written = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (!written.current.delete(named) && named !== here.current) {
      here.current = named;
      setId(named);
      setTarget({ id: named });
    }
    if (named === here.current) written.current.clear();
  }, [named]);
  const choose = (orderId: string) => {
    here.current = orderId;
    setId(orderId);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current.add(here.current);
      address.type({ order: here.current });
    }, restMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { id, here, target, choose };
}
