import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { liveMatchesOf } from '../../matches.ts';
import type { Queue } from './queue-orders.ts';

/** When an order is overdue, in minutes (docs/decisions/client.md); an open one waits for members, not for an admin. */
const overdueAfterMinutes: Record<Queue, number> = {
  pending: 60,
  inProgress: 120,
  open: Number.POSITIVE_INFINITY,
};

/** When the order began to wait in this queue: its oldest live match, otherwise its placing. */
export function waitingSince(order: AdminOrderView, queue: Queue): string {
  const live = queue === 'inProgress' ? liveMatchesOf(order) : [];
  // Newest first.
  return live.at(-1)?.createdAt ?? order.createdAt;
}

export const isOverdue = (seconds: number, queue: Queue): boolean =>
  seconds >= overdueAfterMinutes[queue] * 60;
