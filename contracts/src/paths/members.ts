import { get, post, put } from './call-path.ts';

export const memberPaths = {
  signUp: post('anyone', '/user/users', ['/user/users0s']),
  listMembers: get('signed-in', '/user/users'),
  listReferredMembers: get('staff', '/user/manager/users'),
  findMember: get('signed-in', '/user/users/:nickname'),
  awaitingMembers: get('admin', '/admin/awaiting-members'),
  memberById: get('admin', '/admin/members/:id'),
  waitingPayouts: get('admin', '/admin/payout-changes'),
  approvePayout: post('admin', '/admin/payout-changes/:id/approve'),
  refusePayout: post('admin', '/admin/payout-changes/:id/refuse'),
  editMember: put('staff', '/user/users/:nickname'),
  checkNickname: get('anyone', '/user/check-nickname/:nickname'),
};
