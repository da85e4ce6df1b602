import { usdtFor } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import { TriangleAlert } from 'lucide-react';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, PriceMove } from '../../../ui/amount.tsx';
import type { OrderForm } from './use-order-form.ts';

const intoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

const cell = 'py-[3px] pl-5 text-right whitespace-nowrap max-md:pl-2';

/** Old and new price, when the price changes while an order is being written. The amount in won stays as typed. */
export function PriceNotice({ form: { side, priceBefore: before, quote } }: { readonly form: OrderForm }) {
  const { t, formatUsdt, formatKrw } = useTexts();
  if (before === undefined || quote === undefined) return null;
  return (
    <div
      // On a phone the form may be scrolled down to the agreement, which the new price has just cleared.
      ref={intoView}
      role="status"
      className="mx-5 mt-1 mb-3.5 scroll-mt-2 animate-enter items-center justify-between gap-6 rounded-lg bg-notice px-4 py-3.5 text-on-notice md:mx-8 md:mb-4 md:flex md:px-5"
    >
      <div className="flex items-start gap-2.5">
        <TriangleAlert size={20} className="mt-0.5" />
        <p>
          <span className="block font-strong">{t('place.priceChanged')}</span>
          <span className="text-on-notice-muted text-small">
            {t('place.krwStays', { amount: formatKrw(quote.krw) })}
          </span>
        </p>
      </div>
      <table className="text-small max-md:mt-2 max-md:w-full">
        <caption className="sr-only">{t('place.changedValues')}</caption>
        <thead className="text-on-notice-muted">
          <tr>
            <td />
            <th scope="col" className={`${cell} font-regular`}>
              {t('label.before')}
            </th>
            <th scope="col" className={`${cell} font-regular`}>
              {t('label.now')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="text-left font-regular text-on-notice-muted max-md:pl-[30px]">
              {t('label.price')}
            </th>
            <td className={`${cell} text-on-notice-muted line-through`}>
              <PriceAmount value={before} />
            </td>
            <td className={`${cell} font-strong`}>
              <PriceAmount value={quote.price} className="mr-1.5" />
              <PriceMove change={priceChange(before, quote.price)} plain />
            </td>
          </tr>
          <tr>
            <th scope="row" className="text-left font-regular text-on-notice-muted max-md:pl-[30px]">
              {t(`place.amount.${side}`)}
            </th>
            <td className={`${cell} text-on-notice-muted line-through`}>
              {formatUsdt(usdtFor(quote.krw, before))}
            </td>
            <td className={`${cell} font-strong`}>{formatUsdt(quote.usdt)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
