import { get } from './call-path.ts';

export const levelPaths = {
  ownLevel: get('signed-in', '/user/level'),
  levelTables: get('admin', '/admin/levels'),
  memberLevel: get('admin', '/admin/members/:id/level'),
};
