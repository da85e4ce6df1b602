import { reportPaths } from '@matgyo/contracts/paths/reports';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';

/** What a fee report is asked for; what is left out means everything, or the caller's usual. */
export interface FeeQuery {
  readonly period?: 'today';
  readonly from?: string;
  readonly to?: string;
  readonly referralCode?: string;
  readonly search?: string;
  /** As the server takes it. */
  readonly asOf?: string;
}

export type FeeReport = AnswerOf<typeof reportPaths.feeReport>;
export type FeeRow = FeeReport['items'][number];
export type FeeDay = AnswerOf<typeof reportPaths.feeReportDays>['days'][number];

const rowsAtOnce = 50;

/** A report stands still while it is read, whatever is pushed meanwhile: it is asked for again by hand. */
const still = { staleTime: 'static', refetchOnWindowFocus: false, gcTime: 60_000 } as const;

export const feeReportQuery = (query: FeeQuery) =>
  infiniteQueryOptions({
    ...still,
    queryKey: queryKeys.own.staff.feeReport(query),
    queryFn: ({ pageParam, signal }) =>
      call(reportPaths.feeReport, {
        signal,
        query: { ...query, limit: rowsAtOnce, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });

/** The same report by day. `asOf` is the report's own moment, so that both say the same. */
export const feeDaysQuery = (query: FeeQuery, asOf: string | null | undefined) =>
  queryOptions({
    ...still,
    queryKey: queryKeys.own.staff.feeDays({ ...query, asOf }),
    queryFn: ({ signal }) =>
      call(reportPaths.feeReportDays, {
        signal,
        query: { ...query, search: '', ...(typeof asOf === 'string' && { asOf }) },
      }),
    enabled: asOf !== undefined,
    placeholderData: (previous) => previous,
  });
