import { get, post, remove } from './call-path.ts';

export const sellOrderPaths = {
  listing: get('anyone', '/sell/sell-orders'),
  ownInProgress: get('signed-in', '/sell/user/inProgress-orders'),
  cancelOwn: remove('signed-in', '/sell/sell-orders/:id/cancel'),
  cancelByAdmin: remove('admin', '/sell/admin/sell-orders/:id/cancel'),
  place: post('signed-in', '/sell'),
  pending: get('admin', '/sell/admin/all/pending-orders'),
  open: get('admin', '/sell/admin/all/onsale-orders'),
  inProgress: get('admin', '/sell/admin/all/inProgress-orders'),
  approve: post('admin', '/sell/admin/sell-orders/:id/approve/:language'),
  reject: post('admin', '/sell/admin/sell-orders/:id/reject/:language'),
};

export const buyOrderPaths = {
  listing: get('anyone', '/buy/buy-orders'),
  ownInProgress: get('signed-in', '/buy/user/inProgress-orders'),
  cancelOwn: remove('signed-in', '/buy/buy-orders/:id/cancel'),
  cancelByAdmin: remove('admin', '/buy/admin/buy-orders/:id/cancel'),
  place: post('signed-in', '/buy'),
  pending: get('admin', '/buy/admin/all/pending-orders'),
  open: get('admin', '/buy/admin/all/onbuy-orders'),
  inProgress: get('admin', '/buy/admin/all/inProgress-orders'),
  approve: post('admin', '/buy/admin/buy-orders/:id/approve'),
  reject: post('admin', '/buy/admin/buy-orders/:id/reject'),
};

export const orderPaths = { sell: sellOrderPaths, buy: buyOrderPaths };

export const combinedOrderPaths = {
  ownOrder: get('signed-in', '/user/orders/:id'),
  allOrders: get('anyone', '/sell/all-orders'),
};
