import { reportPaths } from '@matgyo/contracts/paths/reports';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { FeeQuery } from './fee-query.ts';

/** Two points in time as query parameters; without `after` the later one is now. */
export interface AsOfPoints {
  readonly before: string;
  readonly after?: string;
}

const pageSize = 50;
const still = { staleTime: 'static', refetchOnWindowFocus: false, gcTime: 60_000 } as const;
const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
};

export const feeComparisonQuery = (points: AsOfPoints | undefined, query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    ...pages,
    queryKey: queryKeys.own.staff.feeComparison({ ...points, ...query }),
    queryFn: ({ pageParam, signal }) =>
      call(reportPaths.compareFees, {
        signal,
        query: {
          ...query,
          before: '',
          ...points,
          limit: pageSize,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    enabled: points !== undefined,
  });

export const balanceComparisonQuery = (points: AsOfPoints | undefined) =>
  infiniteQueryOptions({
    ...still,
    ...pages,
    queryKey: queryKeys.own.staff.balanceComparison({ ...points }),
    queryFn: ({ pageParam, signal }) =>
      call(reportPaths.compareTrialBalances, {
        signal,
        query: {
          before: '',
          ...points,
          limit: pageSize,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    enabled: points !== undefined,
  });
