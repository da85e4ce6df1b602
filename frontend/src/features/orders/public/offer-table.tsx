import type { PublicOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { useCurrentPrice } from '../../../api/price.ts';
import { timeAgo } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';
import { FillBar } from '../../../ui/fill-bar.tsx';
import { Skeleton } from '../../../ui/placeholder.tsx';
import { Status } from '../../../ui/status.tsx';
import { useNow } from '../../../ui/use-now.ts';

const head = 'px-2 py-2 text-fg-subtle text-micro font-medium whitespace-nowrap md:px-3';
const cell =
  'border-line border-b px-2 py-[11px] align-top whitespace-nowrap md:px-3 md:py-[13px] md:align-middle';
const first = 'pl-0 md:pl-0 text-left';
const last = 'pr-0 md:pr-0';
const desktop = 'max-md:hidden';

/** Just after the landing page gets two columns, there is no room for the bar. */
const fillColumn = 'desk:max-[74rem]:hidden';

interface OfferTableProps {
  readonly side: Side;
  readonly orders: readonly PublicOrderView[];
}

/**
 * Open orders as the public sees them; another price than the current one is highlighted. On a phone, hidden columns
 * move under others.
 */
export function OfferTable({ side, orders }: OfferTableProps) {
  const { t } = useTexts();
  const now = useNow(30_000);
  const price = useCurrentPrice().data?.data;
  return (
    <div className="relative max-[16rem]:overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{t(`offers.caption.${side}`)}</caption>
        <OfferHead />
        <tbody className="[&>tr:last-child>*]:border-transparent">
          {orders.map((order) => (
            <OfferRow key={order._id} order={order} now={now} usualPrice={order.price === price} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OfferHead() {
  const { t } = useTexts();
  const columns = [
    [t('member.nickname'), first],
    [t('label.status'), desktop, 'text-left'],
    [t('offers.fill'), desktop, fillColumn, 'text-left'],
    [t('offers.remaining')],
    [t('label.price'), desktop],
    [t('label.krw'), 'max-md:pr-0'],
    [t('label.placed'), desktop, last],
  ] as const;
  return (
    <thead>
      <tr className="border-line border-b text-right">
        {columns.map(([name, ...looks]) => (
          <th key={name} scope="col" className={classes(head, ...looks)}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface OfferRowProps {
  readonly order: PublicOrderView;
  readonly now: number;
  readonly usualPrice: boolean;
}

function OfferRow({ order, now, usualPrice }: OfferRowProps) {
  const { t, language, formatKrw, formatPrice } = useTexts();
  const age = timeAgo(order.createdAt, now, language) ?? t('time.justNow');
  return (
    <tr className="text-right">
      <th scope="row" className={classes(cell, first, 'font-regular')}>
        <span className="font-strong">{order.nickname}</span>
        <span className="block text-fg-subtle text-micro md:hidden">{age}</span>
      </th>
      <td className={classes(cell, desktop, 'text-left')}>
        <Status status={order.status} />
      </td>
      <td className={classes(cell, desktop, fillColumn, 'w-[88px]')}>
        <FillBar
          thin
          quantities={{ completed: order.settled, reserved: order.reserved, open: order.amountRemaining }}
        />
      </td>
      <td className={cell}>
        <span className="font-medium">
          <UsdtAmount value={order.amountRemaining} />
        </span>
        <span className="block md:hidden">
          <Status status={order.status} />
        </span>
      </td>
      <td className={classes(cell, desktop, usualPrice ? 'text-fg-muted' : 'font-strong')}>
        {formatPrice(order.price)}
      </td>
      <td className={classes(cell, 'max-md:pr-0')}>
        {formatKrw(order.krwRemaining)}
        <span className="block text-fg-subtle text-micro md:hidden">
          <PriceAmount value={order.price} />
        </span>
      </td>
      <td className={classes(cell, desktop, last, 'text-fg-subtle text-small')}>{age}</td>
    </tr>
  );
}

/** Placeholder with the same heights, so that nothing jumps. */
export function OfferTableSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div aria-hidden="true">
      <div className="h-[35px] border-line border-b" />
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div
          key={row}
          className="flex h-[62px] items-center justify-between border-line border-b last:border-0 md:h-[51px]"
        >
          <Skeleton className="w-16" />
          <Skeleton className="w-20 max-md:hidden" />
          <Skeleton className="w-24" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}
