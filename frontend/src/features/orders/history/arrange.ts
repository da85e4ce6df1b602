import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { compareMoney } from '@matgyo/contracts/money';
import { type OrderStatus, orderStatusRank } from '@matgyo/contracts/order-status';

/** Filters of a history, each a set of statuses. */
export const filters = ['all', 'pending', 'open', 'partial', 'completed', 'ended'] as const;
export type Filter = (typeof filters)[number];

const statusesOf: Record<Exclude<Filter, 'all'>, readonly OrderStatus[]> = {
  pending: ['Pending Approval'],
  open: ['On Sale', 'Waiting for Buy'],
  partial: ['Partially Matched', 'In Progress'],
  completed: ['Sale Completed', 'Buy Completed'],
  ended: ['Rejected', 'Cancelled'],
};

export const passes = (order: OrderView, filter: Filter): boolean =>
  filter === 'all' || statusesOf[filter].includes(order.status);

/** The order of a history: by status as the specification ranks them, or by time, or by amount. */
export const sorts = ['status', 'newest', 'oldest', 'amount'] as const;
export type Sort = (typeof sorts)[number];

const newestFirst = (a: OrderView, b: OrderView): number =>
  b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id);

const comparisons: Record<Sort, (a: OrderView, b: OrderView) => number> = {
  status: (a, b) => orderStatusRank(a.status) - orderStatusRank(b.status) || newestFirst(a, b),
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  amount: (a, b) => compareMoney(b.amount, a.amount) || newestFirst(a, b),
};

export const arrange = (orders: readonly OrderView[], filter: Filter, sort: Sort): readonly OrderView[] =>
  orders.filter((order) => passes(order, filter)).toSorted(comparisons[sort]);
