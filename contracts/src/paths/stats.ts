import { get } from './call-path.ts';

export const statsPaths = {
  adminStats: get('admin', '/sell/admin/getallstats'),
  managerStats: get('staff', '/sell/manager/getallstats'),
};
