import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import { orderCode } from '@matgyo/contracts/ids';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { evolveOrderState, isOrderEvent, placedOrderState } from '@matgyo/ledger/order/order-state';
import { orderStatus } from '@matgyo/ledger/order/status';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing, ImpossibleEvent, type ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import { countQueues, queueKeys } from './queues.ts';
import { type CodesTable, codesTable, type OrdersTable, ordersTable, queuesTable } from './tables.ts';

type Order = StoredRow<OrdersTable>;
type PlacedData = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];

/** The current state of every order: histories, queues and the public listing. */
export const orders: ReadModel = {
  name: 'orders',
  version: 3,
  streams: ['order-'],
  tables: [ordersTable, codesTable, queuesTable],
  needs: [
    {
      table: ordersTable,
      bornWith: 'order-',
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
      : { ...evolveOrderState(existing(before, `order ${event.data.orderId}`), event), ...marksOf(event, at) };
  const status = orderStatus(order.side, order.phase, order);
  return {
    ...order,
    status,
    status_rank: orderStatusRank(status),
    revision: recorded.revision,
    updated_at: at,
  };
}

const codeOf = ({ orderId, side, amount }: PlacedData): StoredRow<CodesTable> => ({
  order_id: orderId,
  side,
  code: orderCode(side, amount, orderId),
});

function placed(data: PlacedData, at: string) {
  return {
    order_id: data.orderId,
    side: data.side,
    member_id: data.memberId,
    krw_amount: data.krwAmount,
    price: data.price,
    ...placedOrderState(data.amount),
    placed_at: at,
    approved_at: null,
    closed_at: null,
    reason: null,
    cancelled_by: null,
  };
}

/** The columns that an event sets besides phase and quantities. */
function marksOf(event: OrderEvent, at: string): Partial<Order> {
  switch (event.type) {
    case 'OrderApproved':
      return { approved_at: at };
    case 'OrderRejected':
      return { closed_at: at, reason: event.data.reason };
    case 'OrderCancelled':
      return { closed_at: at, reason: event.data.reason, cancelled_by: event.data.by };
    case 'OrderCompleted':
      return { closed_at: at };
    default:
      return {};
  }
}

function orderEvent({ ledgerEvent }: LoggedEvent): OrderEvent {
  if (isOrderEvent(ledgerEvent)) return ledgerEvent;
  throw new ImpossibleEvent(`${ledgerEvent.type} is no event of an order`);
}
