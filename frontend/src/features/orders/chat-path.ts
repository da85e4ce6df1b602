import type { OrderView } from '@matgyo/contracts/endpoints/order-views';

/** Where an admin talks with the two parties of a match, and a party with the other, seen from this order. */
export const chatPath = (order: Pick<OrderView, '_id' | 'side'>, counterpartOrderId: string): string =>
  `/chat/${order._id}/${counterpartOrderId}/${order.side}`;
