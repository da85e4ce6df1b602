import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import type { Price } from '@matgyo/contracts/money';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newUuid } from '../../../api/call.ts';
import { pollUnlessPushed } from '../../../api/polling.ts';
import { currentPriceQuery } from '../../../api/price.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AnswerOf } from '../../../api/route.ts';
import { staffRoutes } from '../../../api/staff-routes.ts';
import { currentLanguage } from '../../../i18n/index.ts';

const rowsAtOnce = 50;
const lookAgainMs = 15_000;

export type PriceLogEntry = AnswerOf<(typeof priceEndpoints)['priceLog']>['items'][number];

/** Every price that was set, newest first, with who set it. */
export const priceLogQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.staff.priceLog,
  queryFn: ({ pageParam, signal }) =>
    call(staffRoutes.priceLog, {
      signal,
      query: { limit: rowsAtOnce, ...(pageParam !== undefined && { cursor: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: pollUnlessPushed(lookAgainMs),
});

/** Somebody else has set a price since this one was looked at; nothing was sent. */
export class PriceMoved extends Error {}

interface NewPrice {
  readonly price: Price;
  /** Of the price the person saw; null: there was none. */
  readonly seenRevision: number | null;
}

/** Sets the price, unless it is no longer the one that was seen: then it throws `PriceMoved` and sends nothing. */
export function useSetPrice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ price, seenRevision }: NewPrice) => {
      const now = await queryClient.fetchQuery({ ...currentPriceQuery, staleTime: 0 });
      if (now.revision !== seenRevision) throw new PriceMoved();
      return call(staffRoutes.setPrice, {
        body: { tetherPrice: price, storedLanguage: currentLanguage() },
        idempotencyKey: newUuid(),
      });
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: currentPriceQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.priceLog }),
      ]),
  });
}
