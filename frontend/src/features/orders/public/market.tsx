import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../../../i18n/index.ts';
import { NotLoaded } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
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
  const list = usePublicOrders(side);
  const { data } = list;
  if (data === undefined)
    return (
      <NotLoaded failed={t('offers.loadFailed')} query={list}>
        <OfferTableBones rows={10} />
      </NotLoaded>
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
      <LoadMore list={list} />
    </>
  );
}
