import { staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import { SharedCall } from '@matgyo/event-store/shared-call';
import type { MatchSettings } from '@matgyo/ledger/trade/match-plan';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { adminOrder } from '../orders/list-orders.ts';
import { matchProposals } from '../trades/match-proposals.ts';
import { listMemberOrders, listMemberTrades } from './member-history.ts';
import { queueCounts } from './queue-counts.ts';

/** Endpoints of the admins' screens besides those of the specification. `settings`: of matches proposed now. */
export const adminQueueRoutes = (
  deps: PaymentMethodDependencies,
  settings: MatchSettings,
): readonly Route[] => {
  const { db } = deps;
  // A changed order makes every admin's screen ask at once.
  const counts = new SharedCall(() => queueCounts(db));
  return capability(staffEndpoints, {
    queueCounts: () => counts.result(),
    order: adminOrder(deps),
    matchProposals: ({ params, query }) =>
      matchProposals(db, settings, { orderId: params.id, limit: query.limit }),
    memberOrders: listMemberOrders(deps),
    memberTrades: listMemberTrades(db),
  });
};
