import type { AdminOrderView, OrderAction } from '@matgyo/contracts/endpoints/order-views';
import type { ConflictOfInterest } from '@matgyo/contracts/ledger-refusals';
import type { Usdt } from '@matgyo/contracts/money';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import { type Match, matchesOf } from '../../matches.ts';

/** What an admin does to one order, or to one of its matches. Matching two orders is a form of its own. */
export const acts = ['approve', 'reject', 'cancel', 'complete', 'cancelMatch'] as const;
export type Act = (typeof acts)[number];

const words: Record<Act, OrderAction> = {
  approve: 'approve',
  reject: 'reject',
  cancel: 'cancel',
  complete: 'complete',
  cancelMatch: 'cancel-match',
};

/** Whether the server said that this may be done with the order now. */
export const isOffered = (act: Act, order: AdminOrderView): boolean => order.action.includes(words[act]);

/** What of an order an act rests on. */
export interface OrderFacts {
  readonly status: OrderStatus;
  readonly open: Usdt;
  /** A refusal says no more than the above. */
  readonly reserved?: Usdt;
  readonly settled?: Usdt;
  readonly revision: number;
}

export const factsOf = (order: AdminOrderView): OrderFacts => ({
  status: order.status,
  open: order.amountRemaining,
  reserved: order.reserved,
  settled: order.settled,
  revision: order.revision,
});

const closed: readonly OrderStatus[] = ['Sale Completed', 'Buy Completed', 'Rejected', 'Cancelled'];

export const isClosed = (status: OrderStatus): boolean => closed.includes(status);

/** Whether an act may still be tried on an order that moved on to `status`. The server decides when it is. */
export function mayStill(act: Act, status: OrderStatus): boolean {
  if (act === 'approve' || act === 'reject') return status === 'Pending Approval';
  if (act === 'cancel') return !isClosed(status) && status !== 'In Progress';
  return status === 'In Progress' || status === 'Partially Matched';
}

/** An order's matches that are under way and the caller may act on, the oldest first. */
export const liveMatches = (order: AdminOrderView): readonly Match[] =>
  matchesOf(order)
    .filter(({ phase, tradeId }) => phase === 'live' && matchConflict(order, tradeId) === undefined)
    .toReversed();

/** Those of them that an act can be about. What waits for consent is not completed yet. */
export function matchesFor(act: Act, order: AdminOrderView): readonly Match[] {
  if (act === 'complete') return liveMatches(order).filter(({ offered }) => !offered);
  return act === 'cancelMatch' ? liveMatches(order) : [];
}

/** Why the caller may not act on one of an order's matches; undefined when they may. */
export const matchConflict = (order: AdminOrderView, tradeId: string): ConflictOfInterest | undefined =>
  order.matchConflicts.find((each) => each.tradeId === tradeId)?.conflict;
