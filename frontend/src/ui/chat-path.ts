import type { OrderView } from '@matgyo/contracts/endpoints/order-views';

/** Of the chat about a match; without the trade's id, of the newest match of the two orders. */
export const chatPath = (
  order: Pick<OrderView, '_id' | 'side'>,
  counterpartOrderId: string,
  tradeId?: string,
): string => {
  const path = `/chat/${order._id}/${counterpartOrderId}/${order.side}`;
  return tradeId === undefined ? path : `${path}?trade=${tradeId}`;
};
