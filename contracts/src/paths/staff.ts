import { get } from './call-path.ts';

export const staffPaths = {
  queueCounts: get('admin', '/admin/queue-counts'),
  order: get('admin', '/admin/orders/:id'),
  matchProposals: get('admin', '/orders/:id/match-proposals'),
  memberOrders: get('admin', '/admin/members/:id/orders'),
  memberTrades: get('admin', '/admin/members/:id/trades'),
};
