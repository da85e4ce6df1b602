import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pageSize = 50;
/** A long list is asked for less often: every page of it is asked for again. */
const slowPollMs = 15_000;

/** Days in Korea, YYYY-MM-DD, both included; '' leaves that end open. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** As the contracts have them, which `own-trades.test.ts` holds them to: importing them would bring all of their schemas along. */
export const historyStatuses = ['all', 'live', 'completed', 'reversed', 'cancelled'] as const;

export interface HistoryAsked extends Period {
  readonly status: (typeof historyStatuses)[number];
}

/** As the calls take it: what is not asked for is left out. */
export const periodQuery = ({ from, to }: Period) => ({
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});

export const historyQuery = ({ status, ...period }: HistoryAsked) => ({
  ...periodQuery(period),
  ...(status !== 'all' && { status }),
});

interface ListQuery {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined;
    readonly error: Error | null;
  };
}

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
  refetchInterval: (query: ListQuery) =>
    pollUnlessPushed((query.state.data?.pages.length ?? 0) > 2 ? slowPollMs : undefined)(query),
  // Another filter dims nothing and jumps nowhere: the rows change when the new ones are there.
  placeholderData: keepPreviousData,
} as const;

const pageOf = (cursor: string | undefined) => ({ limit: pageSize, ...(cursor !== undefined && { cursor }) });

const tradeHistoryQuery = (asked: HistoryAsked) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.own.trades.history(asked),
    queryFn: ({ pageParam, signal }) =>
      call(ownTradePaths.tradeHistory, { signal, query: { ...historyQuery(asked), ...pageOf(pageParam) } }),
  });

/** One's own matches, newest first. */
export const useTradeHistory = (asked: HistoryAsked) => useInfiniteQuery(tradeHistoryQuery(asked));

const transactionsQuery = (asked: Period) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.own.trades.transactions(asked),
    queryFn: ({ pageParam, signal }) =>
      call(ownTradePaths.transactions, { signal, query: { ...periodQuery(asked), ...pageOf(pageParam) } }),
  });

/** What completed trades moved on one's own account, newest first, and the sums of the whole period. */
export const useTransactions = (asked: Period) => useInfiniteQuery(transactionsQuery(asked));

const tradePartnersQuery = infiniteQueryOptions({
  ...paged,
  queryKey: queryKeys.own.trades.partners,
  queryFn: ({ pageParam, signal }) => call(ownTradePaths.tradePartners, { signal, query: pageOf(pageParam) }),
});

/** With whom one has completed trades, masked, the latest first. */
export const useTradePartners = () => useInfiniteQuery(tradePartnersQuery);
