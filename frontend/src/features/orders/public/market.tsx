import type { PublicTradeView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';
import { NotLoaded } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { OfferTable, OfferTableBones } from './offer-table.tsx';
import { usePublicOrders } from './public-orders.ts';

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
      <OfferTable side={side} orders={orders} price={price} />
      <LoadMore list={list} />
    </>
  );
}

const head = 'px-3 py-2 text-fg-subtle text-micro font-medium whitespace-nowrap first:pl-0 last:pr-0';
const cell =
  'border-line border-b px-3 py-[11px] align-top whitespace-nowrap first:pl-0 last:pr-0 md:py-[13px] md:align-middle';

/** Completed trades, newest first, with masked nicknames. */
function RecentTrades({ trades }: { readonly trades: readonly PublicTradeView[] }) {
  const { t, formatKrw, formatPrice } = useTexts();
  const columns = [
    [t('label.seller'), 'text-left'],
    [t('label.buyer'), 'text-left max-md:hidden'],
    [t('label.amountUsdt')],
    [t('label.price'), 'max-md:hidden'],
    [t('label.krw'), 'max-md:pr-0'],
    [t('label.completedAt'), 'max-md:hidden'],
  ] as const;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('offers.captionTrades')}</caption>
      <thead>
        <tr className="border-line border-b text-right">
          {columns.map(([name, look]) => (
            <th key={name} scope="col" className={classes(head, look)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-transparent">
        {trades.map((trade) => (
          <tr key={trade._id} className="text-right">
            <th scope="row" className={classes(cell, 'text-left font-regular')}>
              <span className="font-strong">{trade.sellerNickname}</span>
              <span className="block text-fg-subtle text-micro md:hidden">{trade.buyerNickname}</span>
            </th>
            <td className={classes(cell, 'text-left max-md:hidden')}>{trade.buyerNickname}</td>
            <td className={cell}>
              <span className="font-medium">
                <UsdtAmount value={trade.amount} />
              </span>
              <span className="block text-fg-subtle text-micro md:hidden">
                {dateTimeInKorea(trade.completedAt)}
              </span>
            </td>
            <td className={classes(cell, 'text-fg-muted max-md:hidden')}>{formatPrice(trade.price)}</td>
            <td className={classes(cell, 'max-md:pr-0')}>
              {formatKrw(trade.krw)}
              <span className="block text-fg-subtle text-micro md:hidden">
                <PriceAmount value={trade.price} />
              </span>
            </td>
            <td className={classes(cell, 'text-fg-subtle text-small max-md:hidden')}>
              {dateTimeInKorea(trade.completedAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
