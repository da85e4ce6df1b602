import { reportPaths } from '@matgyo/contracts/paths/reports';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { FeeQuery } from './fee-query.ts';

/** Two points in time as query parameters; without `after` the later one is now. */
export interface AsOfPoints {
  readonly before: string;
  readonly after?: string;
}

const pageSize = 50;
const still = { staleTime: 'static', refetchOnWindowFocus: false, gcTime: 60_000 } as const;

export const feeComparisonQuery = (points: AsOfPoints | undefined, query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    queryKey: queryKeys.own.staff.feeComparison({ ...points, ...query }),
    ...pages(reportPaths.compareFees, {
      ...query,
      before: '',
      ...points,
      limit: pageSize,
    }),
    enabled: points !== undefined,
  });

export const balanceComparisonQuery = (points: AsOfPoints | undefined) =>
  infiniteQueryOptions({
    ...still,
    queryKey: queryKeys.own.staff.balanceComparison({ ...points }),
    ...pages(reportPaths.compareTrialBalances, {
      before: '',
      ...points,
      limit: pageSize,
    }),
    enabled: points !== undefined,
  });
