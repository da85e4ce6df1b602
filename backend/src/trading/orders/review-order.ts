import type { Side } from '@matgyo/contracts/ids';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { approve, reject } from '@matgyo/ledger/order/decisions';
import { actOnOrder } from './act-on-order.ts';
import type { OrderDependencies } from './order-dependencies.ts';

/** An admin lets a pending order into the market. */
export const approveOrder = (deps: OrderDependencies, side: Side) =>
  actOnOrder(deps, { side, decide: (order) => approve(order), message: 'Order approved.' });

interface Rejection {
  readonly reason?: RejectionReason | undefined;
}

/** An admin turns a pending order away, for a reason that its member reads. */
export const rejectOrder = (deps: OrderDependencies, side: Side) =>
  actOnOrder<Rejection>(deps, {
    side,
    decide: (order, _admin, body) => reject(order, { reason: body?.reason ?? 'REJECTED_BY_ADMIN' }),
    message: 'Order rejected.',
  });
