import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import type { deskEndpoints } from '@matgyo/contracts/endpoints/desk';
import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import type { buyOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { route } from './route.ts';

type Desk = typeof deskEndpoints;
type Trades = typeof tradeEndpoints;
type Operations = typeof operationEndpoints;
type Sells = typeof sellOrderEndpoints;
type Buys = typeof buyOrderEndpoints;

/** The calls of an admin's daily work, apart from the members' so that they do not fetch them. `desk-routes.test.ts` finds each in the contracts. */
export const deskRoutes = {
  queueCounts: route<Desk['queueCounts']>('GET', '/admin/queue-counts'),
  matchProposals: route<Desk['matchProposals']>('GET', '/orders/:id/match-proposals'),
  previewMatch: route<Trades['previewMatch']>('POST', '/sell/admin/match-orders/preview'),
  match: route<Trades['match']>('POST', '/sell/admin/match-orders'),
  complete: route<Trades['complete']>('POST', '/sell/admin/complete-orders'),
  cancelMatch: route<Trades['cancelMatch']>('POST', '/sell/admin/cancel-orders'),
  moveWindow: route<Trades['moveWindow']>('POST', '/trades/:id/window'),
  memberOrders: route<Desk['memberOrders']>('GET', '/admin/members/:id/orders'),
  caseFile: route<(typeof auditEndpoints)['caseFile']>('GET', '/orders/:id/case-file'),
  matchedOrders: route<Trades['matchedOrders']>('GET', '/sell/allmatched-orders'),
  listMembers: route<(typeof memberEndpoints)['listMembers']>('GET', '/user/users'),
  stuck: route<Operations['stuck']>('GET', '/admin/stuck'),
  retryStuckTrade: route<Trades['retryStuckTrade']>('POST', '/sell/admin/stuck-trades/:id/retry'),
  retryReadModel: route<Operations['retryReadModel']>('POST', '/admin/read-models/:name/retry'),
  sell: {
    pending: route<Sells['pending']>('GET', '/sell/admin/all/pending-orders'),
    inProgress: route<Sells['inProgress']>('GET', '/sell/admin/all/inProgress-orders'),
    open: route<Sells['open']>('GET', '/sell/admin/all/onsale-orders'),
    approve: route<Sells['approve']>('POST', '/sell/admin/sell-orders/:id/approve/:language'),
    reject: route<Sells['reject']>('POST', '/sell/admin/sell-orders/:id/reject/:language'),
    cancelByAdmin: route<Sells['cancelByAdmin']>('DELETE', '/sell/admin/sell-orders/:id/cancel'),
  },
  buy: {
    pending: route<Buys['pending']>('GET', '/buy/admin/all/pending-orders'),
    inProgress: route<Buys['inProgress']>('GET', '/buy/admin/all/inProgress-orders'),
    open: route<Buys['open']>('GET', '/buy/admin/all/onbuy-orders'),
    approve: route<Buys['approve']>('POST', '/buy/admin/buy-orders/:id/approve'),
    reject: route<Buys['reject']>('POST', '/buy/admin/buy-orders/:id/reject'),
    cancelByAdmin: route<Buys['cancelByAdmin']>('DELETE', '/buy/admin/buy-orders/:id/cancel'),
  },
} as const;
