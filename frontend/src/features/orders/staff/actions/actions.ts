import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { ConflictOfInterest, OrderNow } from '@matgyo/contracts/ledger-refusals';
import { isZero } from '@matgyo/contracts/money';
import type { OrderAction } from '@matgyo/contracts/order-status';
import { allowedActions } from '@matgyo/ledger/order/order-actions';
import { liveMatchesOf, type Match } from '../../matches.ts';

/** An admin's actions on an order or one of its matches. Matching has a form of its own. */
export const actions = ['approve', 'reject', 'cancel', 'complete', 'cancelMatch'] as const;
export type Action = (typeof actions)[number];

/** As the server names it. */
const orderAction = (action: Action): OrderAction => (action === 'cancelMatch' ? 'cancel-match' : action);

const keys = { a: 'approve', r: 'reject', c: 'cancel', d: 'complete', x: 'cancelMatch' } as const;

/** The keys of the actions, the same wherever an order is shown. */
export const actionShortcuts = (ask: (action: Action) => void): Readonly<Record<string, () => void>> =>
  Object.fromEntries(Object.entries(keys).map(([key, action]) => [key, () => ask(action)]));

export const isOffered = (action: Action, order: AdminOrderView): boolean =>
  order.action.includes(orderAction(action));

type Quantity = 'reserved' | 'settled' | 'completed' | 'reversed' | 'withdrawn';

/** The state of an order that an action depends on. Of its quantities, a refusal names only what is open. */
export interface SeenOrder
  extends Pick<OrderNow, 'status' | 'open' | 'revision'>,
    Partial<Pick<AdminOrderView, Quantity>> {}

export const seenOrder = (order: AdminOrderView): SeenOrder => ({ ...order, open: order.amountRemaining });

/** Whether an action may be tried on an order that is now like this. A live match is cancelled before its order. */
export function mayStill(
  action: Action,
  { status, reserved }: Pick<SeenOrder, 'status' | 'reserved'>,
): boolean {
  if (action === 'cancel' && reserved && !isZero(reserved)) return false;
  return allowedActions('admin', status).includes(orderAction(action));
}

/** An order's live matches that the caller may act on, oldest first. One in a dispute waits for its ruling. */
export const liveMatches = (order: AdminOrderView): readonly Match[] =>
  liveMatchesOf(order)
    .filter(({ inCase, tradeId }) => !inCase && matchConflict(order, tradeId) === undefined)
    .toReversed();

/** The live matches that an action can be about. A match that waits for consent cannot be completed. */
export function matchesFor(action: Action, order: AdminOrderView): readonly Match[] {
  if (action === 'complete') return liveMatches(order).filter(({ offered }) => !offered);
  return action === 'cancelMatch' ? liveMatches(order) : [];
}

export const matchConflict = (order: AdminOrderView, tradeId: string): ConflictOfInterest | undefined =>
  order.matchConflicts.find((each) => each.tradeId === tradeId)?.conflict;
