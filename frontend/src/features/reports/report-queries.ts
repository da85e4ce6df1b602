import { reportPaths } from '@matgyo/contracts/paths/reports';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, QueryOf } from '../../api/call.ts';
import { answerTo, pages, queryKeys } from '../../api/queries.ts';
import type { AsOfPoints } from './as-of-text.ts';

/** Query options: a report does not change while it is read; the user reloads it. */
export const still = { staleTime: 'static', refetchOnWindowFocus: false, gcTime: 60_000 } as const;

/** Where the fee report is, by who reads it; a manager’s has the fees from members whom they invited. */
export const feePaths = { admin: '/admin/fees', manager: '/manager/fee' } as const;
export type FeeReader = keyof typeof feePaths;

/** Filters of a fee report; '' means everything, or the caller's default. */
export type FeeQuery = Omit<QueryOf<typeof reportPaths.feeReport>, 'cursor' | 'limit'>;

export type FeeReport = AnswerOf<typeof reportPaths.feeReport>;
export type FeeRow = FeeReport['items'][number];
export type FeeReportDays = AnswerOf<typeof reportPaths.feeReportDays>;

export const feeReportQuery = (query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    ...pages(queryKeys.own.staff.fees, reportPaths.feeReport, query),
    placeholderData: (previous) => previous,
  });

/** The same report by day. `asOf` is the report's own, so that both agree. */
export const feeDaysQuery = (query: FeeQuery, asOf: string | null | undefined) =>
  queryOptions({
    ...still,
    ...answerTo(queryKeys.own.staff.fees, reportPaths.feeReportDays, {
      query: { ...query, search: '', asOf: asOf ?? query.asOf },
    }),
    enabled: asOf !== undefined,
    placeholderData: (previous) => previous,
  });

export const feeComparisonQuery = (points: AsOfPoints | undefined, query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    ...pages(queryKeys.own.staff.fees, reportPaths.compareFees, { ...query, before: '', ...points }),
    enabled: points !== undefined,
  });

export const balanceComparisonQuery = (points: AsOfPoints | undefined) =>
  infiniteQueryOptions({
    ...still,
    ...pages(queryKeys.own.staff.all, reportPaths.compareTrialBalances, { before: '', ...points }),
    enabled: points !== undefined,
  });
