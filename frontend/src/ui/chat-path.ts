import type { OrderView } from '@matgyo/contracts/endpoints/order-views';

/**
 * Path of the chat about a match, seen from one of its orders. Two orders can be matched again: without the trade's id it
 * is the room of their newest match.
 */
export const chatPath = (
  order: Pick<OrderView, '_id' | 'side'>,
  counterpartOrderId: string,
  tradeId?: string,
): string => {
  const path = `/chat/${order._id}/${counterpartOrderId}/${order.side}`;
  return tradeId === undefined ? path : `${path}?trade=${tradeId}`;
};
