import { type Side, sides } from '@matgyo/contracts/ids';
import { krwRangeIds, krwRangeOf } from '@matgyo/contracts/krw-ranges';
import { isPositive } from '@matgyo/contracts/money';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { type OrdersTable, type QueueName, queueNames, queuesTable } from './tables.ts';

type Order = StoredRow<OrdersTable>;

const keyOf = (side: Side, queue: QueueName, range: number): string => `${side} ${queue} ${range}`;

/** All possible keys: an order below the first range is in range 0. */
export const queueKeys: readonly string[] = sides.flatMap((side) =>
  queueNames.flatMap((queue) =>
    [0, ...krwRangeIds.map((_, index) => index + 1)].map((range) => keyOf(side, queue, range)),
  ),
);

/** The queues an order waits in; a partly matched order waits in two. */
function queuesOf(order: Order | undefined): readonly QueueName[] {
  if (order === undefined) return [];
  const isOpen = order.phase === 'open' && isPositive(order.open);
  return [
    ...(order.phase === 'pending' ? ['pending' as const] : []),
    ...(isOpen ? ['open' as const] : []),
    ...(isPositive(order.reserved) ? ['in progress' as const] : []),
  ];
}

/** Updates the counts of the queues that an order leaves and enters. */
export function countQueues(rows: WorkingRows, before: Order | undefined, order: Order): void {
  const [left, entered] = [queuesOf(before), queuesOf(order)];
  for (const queue of left) if (!entered.includes(queue)) count(rows, order, queue, -1);
  for (const queue of entered) if (!left.includes(queue)) count(rows, order, queue, 1);
}

function count(rows: WorkingRows, { side, krw_amount }: Order, queue: QueueName, by: 1 | -1): void {
  const rangeId = krwRangeOf(krw_amount);
  const range = rangeId === undefined ? 0 : krwRangeIds.indexOf(rangeId) + 1;
  const key = keyOf(side, queue, range);
  const orders = (rows.get(queuesTable, key)?.orders ?? 0) + by;
  rows.put(queuesTable, { key, side, queue, range, orders });
}
