import { get, post } from './call-path.ts';

export const operationPaths = {
  stuck: get('admin', '/admin/stuck'),
  retryReadModel: post('admin', '/admin/read-models/:name/retry'),
  replays: get('admin', '/admin/replays'),
  replay: get('admin', '/admin/replays/:id'),
  startReplay: post('admin', '/admin/replays'),
  cancelReplay: post('admin', '/admin/replays/:id/cancel'),
  swapReplay: post('admin', '/admin/replays/:id/swap'),
  discardReplay: post('admin', '/admin/replays/:id/discard'),
};
