import { pricePaths } from '@matgyo/contracts/paths/price';
import { type PriceChange, priceChange } from '@matgyo/contracts/price-change';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { dateInKorea } from '../format/date-time.ts';
import { serverTime } from '../session/server-time.ts';
import type { AnswerOf } from './call.ts';
import { answerTo, liveAnswerTo, queryKeys } from './queries.ts';

export const currentPriceQuery = queryOptions(
  liveAnswerTo(queryKeys.price, pricePaths.currentPrice, { asVisitor: true }),
);

/** The current price: null if none is set, undefined while loading. */
export const useCurrentPrice = () => useQuery(currentPriceQuery);

const chartDays = 7;
/** Prices are set manually, a few times a day. */
const pointsMax = 100;

export type PricePoint = Pick<AnswerOf<typeof pricePaths.priceHistory>['items'][number], 'price' | 'setAt'>;

/** The prices of the last days, newest first. */
export function usePriceHistory() {
  const { data: current } = useCurrentPrice();
  return useQuery({
    // A new price reloads the history: the revision is in its key.
    ...answerTo([...queryKeys.price, current?.revision], pricePaths.priceHistory, {
      asVisitor: true,
      query: { days: chartDays, limit: pointsMax },
    }),
    enabled: current?.revision != null,
    staleTime: 5 * 60_000,
    placeholderData: (previous) => previous,
  });
}

/** The price at the start of today in Korea; undefined if the history does not reach back. */
export function priceAtStartOfToday(points: readonly PricePoint[], now: string): PricePoint | undefined {
  const today = dateInKorea(now);
  return points.find(({ setAt }) => dateInKorea(setAt) < today);
}

/** The change of the price since yesterday. */
export function usePriceChange(): PriceChange | undefined {
  const { data: current } = useCurrentPrice();
  const { data: history } = usePriceHistory();
  if (current?.data == null || history === undefined) return undefined;
  const yesterday = priceAtStartOfToday(history.items, serverTime());
  return yesterday === undefined ? undefined : priceChange(yesterday.price, current.data);
}
