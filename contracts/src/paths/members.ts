import { get, post, put } from './call-path.ts';

export const memberPaths = {
  signUp: post('anyone', '/user/users', ['/user/users0s']),
  listMembers: get('signed-in', '/user/users'),
  listReferredMembers: get('staff', '/user/manager/users'),
  findMember: get('signed-in', '/user/users/:nickname'),
  memberById: get('admin', '/admin/members/:id'),
  editMember: put('staff', '/user/users/:nickname'),
  checkNickname: get('anyone', '/user/check-nickname/:nickname'),
};
