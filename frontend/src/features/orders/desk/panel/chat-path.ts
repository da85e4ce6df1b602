import type { OrderView } from '@matgyo/contracts/endpoints/order-views';

/** Turned on together with the chat's screens. */
const chatIsThere: boolean = false;

/** Where the two parties of a match talk, seen from this order; undefined while there is no chat. */
export const chatPath = (
  order: Pick<OrderView, '_id' | 'side'>,
  counterpartOrderId: string,
): string | undefined => (chatIsThere ? `/chat/${order._id}/${counterpartOrderId}/${order.side}` : undefined);
