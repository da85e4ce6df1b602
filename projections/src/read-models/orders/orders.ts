import { type DataOf, isOrderEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import { orderCode, type Side, sides } from '@matgyo/contracts/ids';
import { krwRangeIds, krwRangeOf } from '@matgyo/contracts/krw-ranges';
import { isPositive } from '@matgyo/contracts/money';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { evolveOrderState, placedOrderState } from '@matgyo/ledger/order/order-state';
import { orderStatus } from '@matgyo/ledger/order/status';
import { existing, ofKind, type ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import {
  type CodesTable,
  codesTable,
  type OrdersTable,
  ordersTable,
  type QueueName,
  queueNames,
  queuesTable,
} from './tables.ts';

type Order = StoredRow<OrdersTable>;

const orderEvent = ofKind(isOrderEvent, 'an order');

/** The current state of every order: histories, queues and the public listing. */
export const orders: ReadModel = {
  name: 'orders',
  version: 6,
  streams: ['order-'],
  tables: [ordersTable, codesTable, queuesTable],
  needs: [
    {
      table: ordersTable,
      streamPrefix: 'order-',
      keys: (events) => events.map((event) => orderEvent(event).data.orderId),
    },
    { table: queuesTable, keys: (events) => (events.length === 0 ? [] : queueKeys) },
  ],
  fold(logged, rows) {
    const event = orderEvent(logged);
    const before = rows.get(ordersTable, event.data.orderId);
    const order = evolve(before, event, logged.recorded);
    rows.put(ordersTable, order);
    countQueues(rows, before, order);
    if (event.type === 'OrderPlaced') rows.append(codesTable, codeOf(event.data));
    return [`order:${order.order_id}`, `member:${order.member_id}`];
  },
};

function evolve(before: Order | undefined, event: OrderEvent, recorded: RecordedEvent): Order {
  const { at } = recorded.metadata;
  const order =
    event.type === 'OrderPlaced'
      ? placed(event.data, at)
      : {
          ...evolveOrderState(existing(before, `order ${event.data.orderId}`), event),
          ...columnsSetBy(event, at),
        };
  const status = orderStatus(order.side, order.phase, order);
  return {
    ...order,
    status,
    status_rank: orderStatusRank(status),
    revision: recorded.revision,
    updated_at: at,
  };
}

const codeOf = ({ orderId, side, amount }: DataOf<'OrderPlaced'>): StoredRow<CodesTable> => ({
  order_id: orderId,
  side,
  code: orderCode(side, amount, orderId),
});

function placed(data: DataOf<'OrderPlaced'>, at: string) {
  return {
    order_id: data.orderId,
    side: data.side,
    member_id: data.memberId,
    krw_amount: data.krwAmount,
    price: data.price,
    ...placedOrderState(data.amount),
    placed_at: at,
    closed_at: null,
    reason: null,
  };
}

/** The columns that an event sets besides phase and quantities. */
function columnsSetBy(event: OrderEvent, at: string): Partial<Order> {
  switch (event.type) {
    case 'OrderRejected':
    case 'OrderCancelled':
      return { closed_at: at, reason: event.data.reason };
    case 'OrderCompleted':
      return { closed_at: at };
    default:
      return {};
  }
}

const keyOf = (side: Side, queue: QueueName, range: number): string => `${side} ${queue} ${range}`;

/** All possible keys: an order below the first range is in range 0. */
const queueKeys: readonly string[] = sides.flatMap((side) =>
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

function countQueues(rows: WorkingRows, before: Order | undefined, order: Order): void {
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
