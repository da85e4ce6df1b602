import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { TFunction } from 'i18next';
import { matchesOf } from '../../matches.ts';
import type { Queue } from './queue-orders.ts';

/** How long an order may wait in each queue before it is marked, in minutes (docs/decisions/0135). */
const limits: Record<Queue, number> = { pending: 60, inProgress: 120, open: 240 };

/** Since when it has waited where it stands: a match counts from its beginning, everything else from placing. */
export function waitingSince(order: AdminOrderView, queue: Queue): string {
  const live = queue === 'inProgress' ? matchesOf(order).filter(({ phase }) => phase === 'live') : [];
  // Newest first: the last one has waited longest.
  return live.at(-1)?.createdAt ?? order.createdAt;
}

export const minutesSince = (at: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(at)) / 60_000));

export const isOverdue = (minutes: number, queue: Queue): boolean => minutes >= limits[queue];

/** `3분`, `2시간 08분`, `3일 4시간`. */
export function ageText(minutes: number, t: TFunction): string {
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return t('queue.ageDays', { days, hours: hours % 24 });
  if (hours > 0) return t('queue.ageHours', { hours, minutes: String(minutes % 60).padStart(2, '0') });
  return t('queue.ageMinutes', { minutes });
}
