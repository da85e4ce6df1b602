import { type Price, parsePrice } from '@matgyo/contracts/money';
import { pricePaths } from '@matgyo/contracts/paths/price';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { command, useCommand } from '../../../api/command.ts';
import { pollUnlessPushed } from '../../../api/polling.ts';
import { currentPriceQuery } from '../../../api/price.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AnswerOf } from '../../../api/route.ts';
import { currentLanguage } from '../../../i18n/index.ts';

const rowsAtOnce = 50;
const lookAgainMs = 15_000;

export type PriceLogEntry = AnswerOf<typeof pricePaths.priceLog>['items'][number];

/** Every price that was set, newest first, with who set it. */
export const priceLogQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.staff.priceLog,
  queryFn: ({ pageParam, signal }) =>
    call(pricePaths.priceLog, {
      signal,
      query: { limit: rowsAtOnce, ...(pageParam !== undefined && { cursor: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: pollUnlessPushed(lookAgainMs),
});

interface NewPrice {
  readonly price: Price;
  /** Of the price the person saw; null: there was none. */
  readonly seenRevision: number | null;
}

/** Sets the price over the one that was seen, and over no other: then it is refused with PRICE_CHANGED, which is shown at once. */
export function useSetPrice() {
  const queryClient = useQueryClient();
  return useCommand({
    command: ({ price, seenRevision }: NewPrice) =>
      command(pricePaths.setPrice, {
        body: { tetherPrice: price, expectedRevision: seenRevision, storedLanguage: currentLanguage() },
      }),
    changes: [currentPriceQuery.queryKey, queryKeys.own.staff.priceLog],
    untilShown: true,
    onRefused: (error) => {
      if (!isFailure(error, 'PRICE_CHANGED')) return;
      const { price, revision } = error.facts.details;
      const now = parsePrice(price);
      if (now !== undefined && typeof revision === 'number')
        queryClient.setQueryData(
          currentPriceQuery.queryKey,
          (known) => known && { ...known, data: now, revision, setAt: null },
        );
    },
  });
}
