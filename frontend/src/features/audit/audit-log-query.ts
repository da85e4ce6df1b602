import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Search filters; a missing one matches everything. */
export interface AuditFilters {
  readonly actor?: string;
  readonly action?: AuditAction;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

const pageSize = 50;
const pollEveryMs = 15_000;

/** Staff actions, newest first. */
export const auditLogQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.own.staff.auditLog(filters),
    queryFn: ({ pageParam, signal }) =>
      call(auditPaths.auditLog, {
        signal,
        query: { ...filters, limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: pollEveryMs,
    placeholderData: (previous) => previous,
  });
