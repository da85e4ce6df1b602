import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { isPositive } from '@matgyo/contracts/money';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { CopyOrderId } from '../../../ui/copy.tsx';
import { FillBar, quantitiesOf } from '../../../ui/fill-bar.tsx';
import { OrderStatus } from '../../../ui/order-status.tsx';
import { Skeleton } from '../../../ui/placeholder.tsx';

const rowClass = classes(
  'relative grid items-center border-line border-b last:border-0',
  // On a phone: two columns, three lines, and the button below.
  'grid-cols-[1fr_auto] gap-x-3 gap-y-1 py-3.5 max-[22.4rem]:text-small max-[16rem]:grid-cols-1',
  'md:grid-cols-[minmax(11.9rem,1.3fr)_minmax(7rem,0.9fr)_minmax(9.4rem,1fr)_minmax(7.25rem,0.8fr)_6rem] md:gap-3 md:min-h-[76px] md:py-[15px]',
);

interface OrderRowProps {
  readonly order: OrderView;
  readonly onCancel: (order: OrderView) => void;
}

export function OrderRow({ order, onCancel }: OrderRowProps) {
  const { t } = useTexts();
  const remainder = useRemainderText(order);
  const waiting = order.status === 'Pending Approval' || order.status === 'Waiting for Buy';
  const partly = isPositive(order.settled) && isPositive(order.amountRemaining);
  const cancellable = order.action.includes('cancel');
  return (
    <li
      className={classes(rowClass, waiting && '[--amount-decimals:inherit] [&_[data-quiet]]:text-fg-subtle')}
    >
      <div data-quiet>
        <div className="flex items-center gap-0.5">
          {/* The whole row is a link; the buttons above it are separate. */}
          <Link
            to={`/dashboard/orders/${order._id}`}
            className="whitespace-nowrap font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {order.orderCode}
          </Link>
          <CopyOrderId id={order._id} code={order.orderCode} className="z-10" />
        </div>
        <p className="grid text-fg-subtle text-small md:flex md:flex-wrap md:gap-x-2">
          <OrderLabel order={order} />
          <span className="whitespace-nowrap">{dateTimeInKorea(order.createdAt)}</span>
        </p>
      </div>
      <div data-quiet className="text-right max-[16rem]:text-left md:col-start-3">
        <p className="text-heading max-[22.4rem]:text-body">
          <UsdtAmount value={order.amount} unit />
        </p>
        <p className="text-fg-subtle text-small">{remainder}</p>
      </div>
      <div className="md:col-start-2 md:row-start-1">
        <OrderStatus order={order} />
        {partly && (
          <div className="mt-1.5 w-28">
            <FillBar thin quantities={quantitiesOf(order)} />
          </div>
        )}
      </div>
      <div data-quiet className="text-right max-[16rem]:text-left md:col-start-4 md:row-start-1">
        <p>
          <KrwAmount value={order.krwAmount} />
        </p>
        <p className="text-fg-subtle text-small">
          <span className="md:hidden">1 USDT </span>
          <PriceAmount value={order.price} />
        </p>
      </div>
      <div className="flex justify-end max-md:col-span-full md:col-start-5 md:row-start-1">
        {cancellable ? (
          <Button
            size="small"
            className="z-10 max-md:mt-1.5 max-md:min-h-10 max-md:w-full"
            onClick={() => onCancel(order)}
          >
            {t('order.cancel')}
          </Button>
        ) : (
          <ChevronRight size={18} className="text-fg-subtle max-md:hidden" />
        )}
      </div>
    </li>
  );
}

export function OrderRowSkeleton({ rows }: { readonly rows: number }) {
  return Array.from({ length: rows }, (_, index) => index).map((row) => (
    <div key={row} className={rowClass}>
      <div>
        <Skeleton className="w-36" />
        <Skeleton className="mt-2 h-[11px] w-24" />
      </div>
      <div className="md:col-start-3">
        <Skeleton className="ml-auto w-28" />
        <Skeleton className="mt-2 ml-auto h-[11px] w-20" />
      </div>
      <Skeleton className="w-16 md:col-start-2 md:row-start-1" />
      <Skeleton className="ml-auto w-20 md:col-start-4 md:row-start-1" />
    </div>
  ));
}

/** The text under an order's amount: what remains, or how it ended. */
function useRemainderText(order: OrderView): string {
  const { t, formatUsdt } = useTexts();
  const { side } = order;
  const isReversed = isPositive(order.reversed);
  switch (order.status) {
    case 'Sale Completed':
    case 'Buy Completed':
      if (isReversed) return t('order.reversed', { amount: formatUsdt(order.reversed) });
      return t(`order.all.${side}`);
    case 'Rejected':
    case 'Cancelled':
      if (isPositive(order.completed)) {
        const amount = formatUsdt(order.completed);
        return t(`order.part.${side}`, { amount });
      }
      return t(`order.nothing.${side}`);
    default:
      return t('order.remaining', { amount: formatUsdt(order.amountRemaining) });
  }
}

/** A short label of an order: `판매 · mina7`. */
export function OrderLabel({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  return (
    <span className="min-w-0 wrap-anywhere">
      {t(`label.${order.side}`)} · {order.userId.nickname}
    </span>
  );
}
