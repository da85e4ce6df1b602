import { reportPaths } from '@matgyo/contracts/paths/reports';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { FeeQuery } from './fee-query.ts';

/** Two moments as query parameters; without `after` the later one is now. */
export interface Moments {
  readonly before: string;
  readonly after?: string;
}

const pageSize = 50;
const still = { staleTime: 'static', refetchOnWindowFocus: false, gcTime: 60_000 } as const;
const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
};

export const feeComparisonQuery = (moments: Moments | undefined, query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    ...pages,
    queryKey: queryKeys.own.staff.feeComparison({ ...moments, ...query }),
    queryFn: ({ pageParam, signal }) =>
      call(reportPaths.compareFees, {
        signal,
        query: {
          ...query,
          before: '',
          ...moments,
          limit: pageSize,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    enabled: moments !== undefined,
  });

export const balanceComparisonQuery = (moments: Moments | undefined) =>
  infiniteQueryOptions({
    ...still,
    ...pages,
    queryKey: queryKeys.own.staff.balanceComparison({ ...moments }),
    queryFn: ({ pageParam, signal }) =>
      call(reportPaths.compareTrialBalances, {
        signal,
        query: {
          before: '',
          ...moments,
          limit: pageSize,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    enabled: moments !== undefined,
  });
