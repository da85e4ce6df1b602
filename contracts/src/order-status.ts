import type { Usdt } from './money.ts';

/** The state of an order in its decider. */
export type OrderPhase = 'pending' | 'open' | 'completed' | 'rejected' | 'cancelled';

/** amount = open + reserved + settled + withdrawn, each ≥ 0, at all times. */
export interface OrderQuantities {
  readonly amount: Usdt;
  readonly open: Usdt;
  readonly reserved: Usdt;
  readonly settled: Usdt;
  readonly withdrawn: Usdt;
}

/**
 * The displayed statuses, in the order of the lists. Which of two words is displayed depends on the side (`orderStatus`
 * of the ledger).
 */
export const orderStatuses = [
  'Pending Approval',
  'On Sale',
  'Waiting for Buy',
  'Partially Matched',
  'Sale Completed',
  'Buy Completed',
  'In Progress',
  'Rejected',
  'Cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What an owner or an admin does with an order (`allowedActions` of the ledger). */
export const orderActions = [
  'cancel',
  'approve',
  'reject',
  'match',
  'complete',
  'cancel-match',
  'chat',
] as const;
export type OrderAction = (typeof orderActions)[number];

const otherSpellings: ReadonlyMap<string, readonly OrderStatus[]> = new Map([
  ['on sell', ['On Sale']],
  ['sell completed', ['Sale Completed']],
  ['completed', ['Sale Completed', 'Buy Completed']],
  ['waiting for uy', ['Waiting for Buy']],
]);

/** The statuses that a client's filter means, older spellings included, case-insensitive. Empty if it means none. */
export function statusesMeantBy(text: string): readonly OrderStatus[] {
  const wanted = text.trim().toLowerCase();
  const exact = orderStatuses.filter((status) => status.toLowerCase() === wanted);
  return exact.length > 0 ? exact : (otherSpellings.get(wanted) ?? []);
}

/** The order of a member's own orders: by the specification's rank of statuses, then newest first, by default. */
export const ownOrderSorts = ['status', 'newest', 'oldest', 'amount'] as const;
export type OwnOrderSort = (typeof ownOrderSorts)[number];

/** The filters of a member's own orders, each a set of statuses. */
export const orderGroups = ['pending', 'open', 'partial', 'completed', 'ended'] as const;
export type OrderGroup = (typeof orderGroups)[number];

export const statusesOfGroup: Readonly<Record<OrderGroup, readonly OrderStatus[]>> = {
  pending: ['Pending Approval'],
  open: ['On Sale', 'Waiting for Buy'],
  partial: ['Partially Matched', 'In Progress'],
  completed: ['Sale Completed', 'Buy Completed'],
  ended: ['Rejected', 'Cancelled'],
};

const closedStatuses = [...statusesOfGroup.completed, ...statusesOfGroup.ended];

export const isClosed = (status: OrderStatus): boolean => closedStatuses.includes(status);

/** The same of its phase. */
export const hasEnded = (phase: OrderPhase): boolean => phase !== 'pending' && phase !== 'open';

/** The rank of a status in a sorted history: the specification's order (section 4), lower first. */
export const orderStatusRank = (status: OrderStatus): number => orderStatuses.indexOf(status);
