import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Empty, Loading } from '../../../ui/placeholder.tsx';
import { OfferTable, OfferTableBones } from './offer-table.tsx';
import { usePublicOrders } from './public-orders.ts';
import { RecentTrades } from './recent-trades.tsx';

export const marketViews = ['sell', 'buy', 'trades'] as const;
export type MarketView = (typeof marketViews)[number];

interface MarketProps {
  readonly view: MarketView;
  readonly price: string | null | undefined;
}

/** One view of the market: sell offers, buy offers, or completed trades. */
export function Market({ view, price }: MarketProps) {
  const { t } = useTexts();
  // Either side's list includes the completed trades.
  const side: Side = view === 'buy' ? 'buy' : 'sell';
  const { data, error, refetch, isFetching, ...more } = usePublicOrders(side);
  if (data === undefined && error !== null)
    return (
      <LoadFailure title={t('offers.loadFailed')} error={error} onRetry={refetch} retrying={isFetching} />
    );
  if (data === undefined)
    return (
      <Loading>
        <OfferTableBones rows={10} />
      </Loading>
    );
  if (view === 'trades') {
    const trades = data.pages[0]?.recentTrades ?? [];
    return trades.length === 0 ? (
      <Empty title={t('offers.noTradesTitle')} text={t('offers.noTradesText')} />
    ) : (
      <RecentTrades trades={trades} />
    );
  }
  const orders = data.pages.flatMap(({ items }) => items);
  if (orders.length === 0)
    return (
      <Empty
        title={side === 'sell' ? t('offers.noneSelling') : t('offers.noneBuying')}
        text={t('offers.noneText')}
      />
    );
  return (
    <>
      <OfferTable
        caption={side === 'sell' ? t('offers.captionSelling') : t('offers.captionBuying')}
        orders={orders}
        price={price}
      />
      <LoadMore more={more.hasNextPage} loading={more.isFetchingNextPage} onMore={more.fetchNextPage} />
    </>
  );
}
