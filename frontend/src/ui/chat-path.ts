import type { OrderView } from '@matgyo/contracts/endpoints/order-views';

/** Path of the chat about a match, seen from one of its orders. */
export const chatPath = (order: Pick<OrderView, '_id' | 'side'>, counterpartOrderId: string): string =>
  `/chat/${order._id}/${counterpartOrderId}/${order.side}`;
