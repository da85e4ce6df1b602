import type { AuditAction } from '@matgyo/contracts/audit-actions';
import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
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

/** An entry's details as pairs of name and value; a list as its items. */
export const detailPairs = ({
  details,
}: Pick<AuditLogEntry, 'details'>): readonly (readonly [string, string])[] =>
  Object.entries(details).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value),
  ]);
