import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { matchesOf } from '../../matches.ts';
import type { Queue } from './queue-orders.ts';

/** How long an order may wait in each queue before it is marked, in minutes (docs/decisions/client.md). */
const limits: Record<Queue, number> = { pending: 60, inProgress: 120, open: 240 };

/** Since when it has waited where it stands: a match counts from its beginning, everything else from placing. */
export function waitingSince(order: AdminOrderView, queue: Queue): string {
  const live = queue === 'inProgress' ? matchesOf(order).filter(({ phase }) => phase === 'live') : [];
  // Newest first: the last one has waited longest.
  return live.at(-1)?.createdAt ?? order.createdAt;
}

export const isOverdue = (seconds: number, queue: Queue): boolean => seconds >= limits[queue] * 60;
