import type { Side } from '@matgyo/contracts/ids';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.ts';
import { answerTo, pageSize, pages, pollUnlessPushed, queryKeys } from '../../api/queries.ts';
import { matchStatuses } from '../../ui/match-statuses.ts';
import type { useAddress } from '../../ui/use-address.ts';

/** Filters in the address: part of a code or nickname, days in Korea, both included, and a status; '' matches all. */
export const filtersIn = ({ read, readOne }: ReturnType<typeof useAddress>) => ({
  search: read('search'),
  from: read('from'),
  to: read('to'),
  status: readOne('status', matchStatuses),
});
export type MatchedOrdersFilters = ReturnType<typeof filtersIn>;

const lookAgainMs = 15_000;

type Page = AnswerOf<typeof tradePaths.matchedOrders>;

/** Pages are of both sides, of which one may end earlier: then the other one's further pages have nothing of it. */
const countOf = (side: Side, loaded: readonly Page[]) => ({
  loaded: loaded.reduce((sum, page) => sum + page[side].length, 0),
  hasMore: loaded.every((page) => page[side].length === pageSize && page.nextCursor !== null),
});

/** Every order with a match, newest first, with the number loaded of each side and whether there are more. */
export const matchedOrdersQuery = (filters: MatchedOrdersFilters, side: Side) =>
  infiniteQueryOptions({
    ...pages(queryKeys.own.staff.matchedOrders, tradePaths.matchedOrders, filters),
    refetchInterval: pollUnlessPushed(lookAgainMs),
    placeholderData: (previous) => previous,
    select: ({ pages: loaded }) => ({
      pages: loaded.map((page) => ({ items: page[side] })),
      counts: { sell: countOf('sell', loaded), buy: countOf('buy', loaded) },
    }),
  });

/** One of them; null when that order was never matched, or is none. */
export const matchedOrderQuery = (id: string) =>
  queryOptions({
    ...answerTo(queryKeys.own.staff.matchedOrder(id), tradePaths.matchedOrders, { query: { id } }),
    select: ({ sell, buy }) => {
      const [record] = [...sell, ...buy];
      return record === undefined
        ? null
        : { side: sell.length > 0 ? ('sell' as const) : ('buy' as const), record };
    },
    refetchInterval: pollUnlessPushed(lookAgainMs),
  });
