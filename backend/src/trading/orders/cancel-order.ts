import type { Side } from '@matgyo/contracts/ids';
import { cancelAsAdmin, cancelAsOwner } from '@matgyo/ledger/order/decisions';
import { actOnOrder } from './act-on-order.ts';
import type { OrderDependencies } from './order-dependencies.ts';

/** The owner withdraws an order, which they may while it is pending. */
export const cancelOwnOrder = (deps: OrderDependencies, side: Side) =>
  actOnOrder(deps, {
    side,
    ownerOnly: true,
    decide: (order, memberId) => cancelAsOwner(order, { memberId, reason: 'CANCELLED_BY_OWNER' }),
    message: 'Order cancelled.',
  });

/** An admin withdraws what is left of an order of which nothing is in a match. */
export const cancelOrderAsAdmin = (deps: OrderDependencies, side: Side) =>
  actOnOrder(deps, {
    side,
    decide: (order) => cancelAsAdmin(order, { reason: 'CANCELLED_BY_ADMIN' }),
    message: 'Order cancelled.',
  });
