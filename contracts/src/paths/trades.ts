import { get, post, remove } from './call-path.ts';

export const tradePaths = {
  match: post('admin', '/sell/admin/match-orders'),
  previewMatch: post('admin', '/sell/admin/match-orders/preview'),
  complete: post('admin', '/sell/admin/complete-orders'),
  cancelMatch: post('admin', '/sell/admin/cancel-orders'),
  matchedOrders: get('admin', '/sell/allmatched-orders'),
  matchedOrdersCsv: get('admin', '/sell/allmatched-orders.csv'),
  retryStuckTrade: post('admin', '/sell/admin/stuck-trades/:id/retry'),
  trade: get('signed-in', '/trades/:id'),
  payment: get('signed-in', '/trades/:id/payment'),
  answerOffer: post('signed-in', '/trades/:id/consent'),
  markStep: post('signed-in', '/trades/:id/steps'),
  takeBackStep: remove('signed-in', '/trades/:id/steps'),
  moveWindow: post('admin', '/trades/:id/window'),
};
