import type { Side } from '@matgyo/contracts/ids';
import { approve, reject } from '@matgyo/ledger/order/decisions';
import { actOnOrder } from './act-on-order.ts';
import type { OrderDependencies } from './order-dependencies.ts';

/** An admin lets a pending order into the market. */
export const approveOrder = (deps: OrderDependencies, side: Side) =>
  actOnOrder(deps, { side, decide: (order) => approve(order), message: 'Order approved.' });

/** An admin turns a pending order away. */
export const rejectOrder = (deps: OrderDependencies, side: Side) =>
  actOnOrder(deps, {
    side,
    decide: (order) => reject(order, { reason: 'REJECTED_BY_ADMIN' }),
    message: 'Order rejected.',
  });
