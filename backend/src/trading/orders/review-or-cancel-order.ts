import type { Side } from '@matgyo/contracts/ids';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from '@matgyo/ledger/order/decisions';
import { executeOnOrder, type OrderDependencies } from './execute-on-order.ts';

export const approveOrder = (deps: OrderDependencies, side: Side) =>
  executeOnOrder(deps, { side, decide: (order) => approve(order), message: 'Order approved.' });

interface Rejection {
  readonly reason?: RejectionReason | undefined;
}

/** An admin rejects a pending order with a reason that its owner sees. */
export const rejectOrder = (deps: OrderDependencies, side: Side) =>
  executeOnOrder<Rejection>(deps, {
    side,
    decide: (order, _admin, body) => reject(order, { reason: body?.reason ?? 'REJECTED_BY_ADMIN' }),
    message: 'Order rejected.',
  });

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
