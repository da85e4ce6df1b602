import type { OrderAction, OrderStatus } from '@matgyo/contracts/order-status';

interface Allowed {
  readonly owner: readonly OrderAction[];
  readonly admin: readonly OrderAction[];
}

const none: Allowed = { owner: [], admin: [] };
const untouched: Allowed = { owner: [], admin: ['match', 'cancel'] };

/**
 * Which actions an order's status allows, and to whom. What else they depend on (a match, a reservation, a conflict of
 * interest) is checked by the caller; the decisions themselves are in `decisions.ts`.
 */
const allowed: Readonly<Record<OrderStatus, Allowed>> = {
  'Pending Approval': { owner: ['cancel'], admin: ['approve', 'reject', 'cancel'] },
  'On Sale': untouched,
  'Waiting for Buy': untouched,
  'Partially Matched': { owner: ['chat'], admin: ['match', 'cancel', 'complete', 'cancel-match', 'chat'] },
  'In Progress': { owner: ['chat'], admin: ['complete', 'cancel-match', 'chat'] },
  'Sale Completed': none,
  'Buy Completed': none,
  Rejected: none,
  Cancelled: none,
};

export const allowedActions = (role: keyof Allowed, status: OrderStatus): readonly OrderAction[] =>
  allowed[status][role];
