import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pages, pollPages, queryKeys } from '../../api/queries.ts';
import type { MatchStatus } from '../../ui/match-statuses.ts';
import type { PagedQuery } from '../../ui/paged.tsx';

/** Days in Korea, YYYY-MM-DD, inclusive; '' leaves an end open. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const listed = {
  refetchInterval: pollPages,
  // With another filter, the old rows stay until the new ones are loaded.
  placeholderData: keepPreviousData,
} as const;

/** The member's own matches, newest first. */
export const useTradeHistory = (query: Period & { readonly status: MatchStatus }) =>
  useInfiniteQuery({ ...listed, ...pages(queryKeys.own.trades.all, ownTradePaths.tradeHistory, query) });

/** The member's transactions, newest first, and the totals of the period. */
export const useTransactions = (query: Period) =>
  useInfiniteQuery({ ...listed, ...pages(queryKeys.own.trades.all, ownTradePaths.transactions, query) });

/** Partners of completed trades, nicknames masked, latest first. */
export const useTradePartners = () =>
  useInfiniteQuery({ ...listed, ...pages(queryKeys.own.trades.all, ownTradePaths.tradePartners) });

export const isEmpty = ({ data }: Pick<PagedQuery<unknown>, 'data'>): boolean =>
  data?.pages.every(({ items }) => items.length === 0) === true;
