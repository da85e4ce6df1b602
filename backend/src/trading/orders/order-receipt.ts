import type { OrderReceipt } from '@matgyo/contracts/endpoints/order-views';
import { orderCode } from '@matgyo/contracts/ids';
import { invariant } from '@matgyo/ledger/invariant';
import { type Order, type PlacedOrder, statusOf } from '@matgyo/ledger/order/order';
import type { Executed } from '../../platform/commands/execute-on-stream.ts';
import type { Done } from '../../platform/commands/ledger-command.ts';

const receiptOf = (order: PlacedOrder, revision: number): OrderReceipt => ({
  _id: order.orderId,
  side: order.side,
  orderCode: orderCode(order.side, order.amount, order.orderId),
  amount: order.amount,
  amountRemaining: order.open,
  krwAmount: order.krwAmount,
  price: order.price,
  status: statusOf(order),
  revision,
  createdAt: order.placedAt,
});

export interface OrderAnswer {
  readonly message: string;
  readonly order: OrderReceipt;
}

/** The reply of a command on an order: `message` and the order's current state. */
export function orderDone(executed: Executed<Order>, message: string): Done<OrderAnswer> {
  const { state, revision, events } = executed;
  invariant(state.phase !== 'none', 'an order that was acted on is there');
  return { answer: { message, order: receiptOf(state, revision) }, event: events.at(-1) };
}
