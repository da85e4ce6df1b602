import {
  buyOrderEndpoints,
  combinedOrderEndpoints,
  sellOrderEndpoints,
} from '@matgyo/contracts/endpoints/orders';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from '@matgyo/ledger/order/decisions';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { executeOnOrder, type OrderDependencies } from './execute-on-order.ts';
import { listAdminQueue, listBothSides, listInProgress, listOrders, ownOrder } from './list-orders.ts';
import type { OrderLimits } from './order-limits.ts';
import { placeBuyOrder, placeSellOrder } from './place-order.ts';
import { PlacementLimiter } from './placement-limiter.ts';

export function orderRoutes(
  deps: OrderDependencies & OrderLimits & PaymentMethodDependencies,
): readonly Route[] {
  const { db, pool, ledger, pendingOrdersMax: pending, ordersPerDay: ofDay, levels } = deps;
  const placing = { ...deps, limiter: new PlacementLimiter(pool, ledger.log, { pending, ofDay, levels }) };
  const forSide = (side: 'sell' | 'buy') => ({
    listing: listOrders(db, side),
    ownInProgress: listInProgress(db, side),
    pending: listAdminQueue(deps, side, 'pending'),
    open: listAdminQueue(deps, side, 'open'),
    inProgress: listAdminQueue(deps, side, 'in progress'),
    approve: executeOnOrder(deps, { side, message: 'Order approved.', decide: (order) => approve(order) }),
    reject: executeOnOrder<{ readonly reason?: RejectionReason | undefined }>(deps, {
      side,
      message: 'Order rejected.',
      decide: (order, { body }) => reject(order, { reason: body?.reason ?? 'REJECTED_BY_ADMIN' }),
    }),
    cancelOwn: executeOnOrder(deps, {
      side,
      ownerOnly: true,
      message: 'Order cancelled.',
      decide: (order, { caller: { memberId } }) =>
        cancelAsOwner(order, { memberId, reason: 'CANCELLED_BY_OWNER' }),
    }),
    cancelByAdmin: executeOnOrder(deps, {
      side,
      message: 'Order cancelled.',
      decide: (order) => cancelAsAdmin(order, { reason: 'CANCELLED_BY_ADMIN' }),
    }),
  });
  return [
    ...capability(sellOrderEndpoints, { ...forSide('sell'), place: placeSellOrder(placing) }),
    ...capability(buyOrderEndpoints, { ...forSide('buy'), place: placeBuyOrder(placing) }),
    ...capability(combinedOrderEndpoints, { allOrders: listBothSides(deps), ownOrder: ownOrder(db) }),
  ];
}
