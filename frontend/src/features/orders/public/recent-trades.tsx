import type { PublicTradeView } from '@matgyo/contracts/endpoints/order-views';
import { formatKrw, formatPrice } from '../../../format/amount.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';

const head = 'px-3 py-2 text-fg-subtle text-micro font-medium whitespace-nowrap first:pl-0 last:pr-0';
const cell =
  'border-line border-b px-3 py-[11px] align-top whitespace-nowrap first:pl-0 last:pr-0 md:py-[13px] md:align-middle';

/** Completed trades, newest first, with masked nicknames. */
export function RecentTrades({ trades }: { readonly trades: readonly PublicTradeView[] }) {
  const { t, language } = useTexts();
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('offers.captionTrades')}</caption>
      <thead>
        <tr className="border-line border-b text-right">
          <th scope="col" className={classes(head, 'text-left')}>
            {t('offers.seller')}
          </th>
          <th scope="col" className={classes(head, 'text-left max-md:hidden')}>
            {t('offers.buyer')}
          </th>
          <th scope="col" className={head}>
            {t('offers.amount')}
          </th>
          <th scope="col" className={classes(head, 'max-md:hidden')}>
            {t('offers.price')}
          </th>
          <th scope="col" className={classes(head, 'max-md:pr-0')}>
            {t('offers.krw')}
          </th>
          <th scope="col" className={classes(head, 'max-md:hidden')}>
            {t('offers.completedAt')}
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-transparent">
        {trades.map((trade) => (
          <tr key={trade._id} className="text-right">
            <td className={classes(cell, 'text-left')}>
              <span className="font-strong">{trade.sellerNickname}</span>
              <span className="block text-fg-subtle text-micro md:hidden">{trade.buyerNickname}</span>
            </td>
            <td className={classes(cell, 'text-left max-md:hidden')}>{trade.buyerNickname}</td>
            <td className={cell}>
              <span className="font-medium">
                <UsdtAmount value={trade.amount} />
              </span>
              <span className="block text-fg-subtle text-micro md:hidden">
                {dateTimeInKorea(trade.completedAt)}
              </span>
            </td>
            <td className={classes(cell, 'text-fg-muted max-md:hidden')}>
              {formatPrice(trade.price, language)}
            </td>
            <td className={classes(cell, 'max-md:pr-0')}>
              {formatKrw(trade.krw, language)}
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
