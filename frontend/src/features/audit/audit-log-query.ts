import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Search filters; '' matches everything. */
export interface AuditFilters {
  readonly actor: string;
  readonly action: AuditAction | '';
  readonly subject: string;
  readonly from: string;
  readonly to: string;
}

const pageSize = 50;
const pollEveryMs = 15_000;

/** Staff actions, newest first. */
export const auditLogQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.own.staff.auditLog(filters),
    ...pages(auditPaths.auditLog, { ...filters, limit: pageSize }),
    refetchInterval: pollEveryMs,
    placeholderData: (previous) => previous,
  });
