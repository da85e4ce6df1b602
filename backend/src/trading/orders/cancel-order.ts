import type { Side } from '@matgyo/contracts/ids';
import { cancelAsAdmin, cancelAsOwner } from '@matgyo/ledger/order/decisions';
import { executeOnOrder, type OrderDependencies } from './execute-on-order.ts';

/** The owner cancels a pending order. */
export const cancelOwnOrder = (deps: OrderDependencies, side: Side) =>
  executeOnOrder(deps, {
    side,
    ownerOnly: true,
    decide: (order, memberId) => cancelAsOwner(order, { memberId, reason: 'CANCELLED_BY_OWNER' }),
    message: 'Order cancelled.',
  });

/** An admin cancels the rest of an order that has nothing in a match. */
export const cancelOrderAsAdmin = (deps: OrderDependencies, side: Side) =>
  executeOnOrder(deps, {
    side,
    decide: (order) => cancelAsAdmin(order, { reason: 'CANCELLED_BY_ADMIN' }),
    message: 'Order cancelled.',
  });
