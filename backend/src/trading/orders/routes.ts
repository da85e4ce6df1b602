import {
  buyOrderEndpoints,
  combinedOrderEndpoints,
  sellOrderEndpoints,
} from '@matgyo/contracts/endpoints/orders';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { OrderDependencies } from './execute-on-order.ts';
import { listAdminQueue, listBothSides, listInProgress, listOrders, ownOrder } from './list-orders.ts';
import type { OrderLimits } from './order-limits.ts';
import { placeBuyOrder, placeSellOrder } from './place-order.ts';
import { PlacementLimiter } from './placement-limiter.ts';
import { approveOrder, cancelOrderAsAdmin, cancelOwnOrder, rejectOrder } from './review-or-cancel-order.ts';

export function orderRoutes(
  deps: OrderDependencies & OrderLimits & PaymentMethodDependencies,
): readonly Route[] {
  const { db, pool, ledger, pendingOrdersMax: pending, ordersPerDay: ofDay, levels } = deps;
  const placing = { ...deps, limiter: new PlacementLimiter(pool, ledger.log, { pending, ofDay, levels }) };
  const forSide = (side: 'sell' | 'buy') => ({
    listing: listOrders(db, side),
    ownInProgress: listInProgress(db, side),
    cancelOwn: cancelOwnOrder(deps, side),
    cancelByAdmin: cancelOrderAsAdmin(deps, side),
    pending: listAdminQueue(deps, side, 'pending'),
    open: listAdminQueue(deps, side, 'open'),
    inProgress: listAdminQueue(deps, side, 'in progress'),
    approve: approveOrder(deps, side),
    reject: rejectOrder(deps, side),
  });
  return [
    ...capability(sellOrderEndpoints, { ...forSide('sell'), place: placeSellOrder(placing) }),
    ...capability(buyOrderEndpoints, { ...forSide('buy'), place: placeBuyOrder(placing) }),
    ...capability(combinedOrderEndpoints, { allOrders: listBothSides(deps), ownOrder: ownOrder(db) }),
  ];
}
