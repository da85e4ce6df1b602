import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { listedTradePhases } from '@matgyo/contracts/trade-phase';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pageSize = 50;
/** A long list is polled less often, since each poll reloads all its pages. */
const slowPollMs = 15_000;

/** Days in Korea, YYYY-MM-DD, inclusive; '' leaves an end open. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const historyStatuses = ['all', ...listedTradePhases] as const;

export interface HistoryQuery extends Period {
  readonly status: (typeof historyStatuses)[number];
}

/** Query parameters, without empty filters. */
export const periodQuery = ({ from, to }: Period) => ({
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});

export const historyQuery = ({ status, ...period }: HistoryQuery) => ({
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
  // With another filter, the old rows stay until the new ones are loaded.
  placeholderData: keepPreviousData,
} as const;

const pageOf = (cursor: string | undefined) => ({ limit: pageSize, ...(cursor !== undefined && { cursor }) });

const tradeHistoryQuery = (query: HistoryQuery) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.own.trades.history(query),
    queryFn: ({ pageParam, signal }) =>
      call(ownTradePaths.tradeHistory, { signal, query: { ...historyQuery(query), ...pageOf(pageParam) } }),
  });

/** The member's own matches, newest first. */
export const useTradeHistory = (query: HistoryQuery) => useInfiniteQuery(tradeHistoryQuery(query));

const transactionsQuery = (query: Period) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.own.trades.transactions(query),
    queryFn: ({ pageParam, signal }) =>
      call(ownTradePaths.transactions, { signal, query: { ...periodQuery(query), ...pageOf(pageParam) } }),
  });

/** The member's transactions, newest first, and the totals of the period. */
export const useTransactions = (query: Period) => useInfiniteQuery(transactionsQuery(query));

const tradePartnersQuery = infiniteQueryOptions({
  ...paged,
  queryKey: queryKeys.own.trades.partners,
  queryFn: ({ pageParam, signal }) => call(ownTradePaths.tradePartners, { signal, query: pageOf(pageParam) }),
});

/** Partners of completed trades, nicknames masked, latest first. */
export const useTradePartners = () => useInfiniteQuery(tradePartnersQuery);
