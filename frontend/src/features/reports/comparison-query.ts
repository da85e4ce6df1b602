import { reportPaths } from '@matgyo/contracts/paths/reports';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pages, queryKeys } from '../../api/queries.ts';
import type { AsOfPoints } from './as-of-text.ts';
import type { FeeQuery } from './fee-query.ts';
import { still } from './still.ts';

const pageSize = 50;

export const feeComparisonQuery = (points: AsOfPoints | undefined, query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    queryKey: queryKeys.own.staff.feeComparison({ ...points, ...query }),
    ...pages(reportPaths.compareFees, { ...query, before: '', ...points, limit: pageSize }),
    enabled: points !== undefined,
  });

export const balanceComparisonQuery = (points: AsOfPoints | undefined) =>
  infiniteQueryOptions({
    ...still,
    queryKey: queryKeys.own.staff.balanceComparison({ ...points }),
    ...pages(reportPaths.compareTrialBalances, { before: '', ...points, limit: pageSize }),
    enabled: points !== undefined,
  });
