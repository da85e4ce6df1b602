import { get } from './call-path.ts';

export const levelPaths = {
  ownLevel: get('signed-in', '/user/level'),
  memberLevel: get('admin', '/admin/members/:id/level'),
};
