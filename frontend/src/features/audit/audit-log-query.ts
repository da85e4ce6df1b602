import type { AuditAction } from '@matgyo/contracts/audit-actions';
import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** What is searched for; what is left out finds everything. */
export interface AuditFilters {
  readonly actor?: string;
  readonly action?: AuditAction;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

const rowsAtOnce = 50;
const lookAgainMs = 15_000;

/** What staff did, newest first. */
export const auditLogQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.own.staff.auditLog(filters),
    queryFn: ({ pageParam, signal }) =>
      call(auditPaths.auditLog, {
        signal,
        query: { ...filters, limit: rowsAtOnce, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: lookAgainMs,
    placeholderData: (previous) => previous,
  });

/** An entry's details as short pairs: names and figures, a list as its items. */
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
