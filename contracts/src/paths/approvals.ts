import { get, post } from './call-path.ts';

export const approvalPaths = {
  requestApproval: post('admin', '/approvals'),
  approvals: get('admin', '/approvals'),
  approval: get('admin', '/approvals/:id'),
  approve: post('admin', '/approvals/:id/approve'),
  refuse: post('admin', '/approvals/:id/refuse'),
};
