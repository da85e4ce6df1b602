import { get } from './call-path.ts';

export const auditPaths = {
  orderTrail: get('signed-in', '/orders/:id/trail'),
  caseFile: get('admin', '/orders/:id/case-file'),
  auditLog: get('admin', '/audit/log'),
  auditLogCsv: get('admin', '/audit/log.csv'),
  publicKeys: get('anyone', '/audit/public-keys'),
};
