import type { PublicTradeView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';
import { Paged } from '../../../ui/paged.tsx';
import { Empty, NotLoaded } from '../../../ui/placeholder.tsx';
import { OfferTable, OfferTableSkeleton } from './offer-table.tsx';
import { usePublicOrders } from './public-orders.ts';

export function OpenOrders({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  return (
    <Paged
      list={usePublicOrders(side)}
      failed={t('offers.loadFailed')}
      skeleton={<OfferTableSkeleton rows={10} />}
      none={<Empty title={t(`offers.none.${side}`)} text={t('offers.noneText')} />}
    >
      {(orders) => <OfferTable side={side} orders={orders} />}
    </Paged>
  );
}

export function RecentTrades() {
  const { t } = useTexts();
  // Either side's list includes them.
  const list = usePublicOrders('sell');
  if (list.data === undefined)
    return (
      <NotLoaded failed={t('offers.loadFailed')} query={list}>
        <OfferTableSkeleton rows={10} />
      </NotLoaded>
    );
  const trades = list.data.pages[0]?.recentTrades ?? [];
  return trades.length === 0 ? (
    <Empty title={t('offers.noTradesTitle')} text={t('offers.noTradesText')} />
  ) : (
    <TradeTable trades={trades} />
  );
}

const head = 'px-3 py-2 text-fg-subtle text-micro font-medium whitespace-nowrap first:pl-0 last:pr-0';
const cell =
  'border-line border-b px-3 py-[11px] align-top whitespace-nowrap first:pl-0 last:pr-0 md:py-[13px] md:align-middle';

function TradeTable({ trades }: { readonly trades: readonly PublicTradeView[] }) {
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
    <div className="relative max-[16rem]:overflow-x-auto">
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
    </div>
  );
}
