import type { Side } from '@matgyo/contracts/ids';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { approve, reject } from '@matgyo/ledger/order/decisions';
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
