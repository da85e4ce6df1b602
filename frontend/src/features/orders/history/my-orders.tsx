import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { orderGroups, ownOrderSorts } from '@matgyo/contracts/order-status';
import { ArrowDownUp } from 'lucide-react';
import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { LoadMore } from '../../../ui/paged.tsx';
import { Count } from '../../../ui/titled-section.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import type { OwnOrders } from '../own-orders.ts';
import { OrderRow } from './order-row.tsx';

const CancelOrder = onDemand(() => import('./cancel-order.tsx'));

const filters = ['', ...orderGroups] as const;
type Filter = (typeof filters)[number];

interface MyOrdersProps {
  readonly side: Side;
  readonly own: OwnOrders;
  readonly view: ReturnType<typeof useView>;
}

export function MyOrders({ side, own, view }: MyOrdersProps) {
  const { t, formatCount } = useTexts();
  const { history: orders = [], totals, list } = own;
  const { subject: toCancel, isOpen, open, close } = useDialog<OrderView>();
  const count = (each: Filter) => totals && formatCount(each === '' ? totals.orders : totals.groups[each]);
  const labels: Record<Filter, string> = {
    '': t('label.all'),
    pending: t('status.Pending Approval'),
    open: side === 'sell' ? t('status.On Sale') : t('status.Waiting for Buy'),
    partial: t('status.Partially Matched'),
    completed: side === 'sell' ? t('status.Sale Completed') : t('status.Buy Completed'),
    ended: t('history.ended'),
  };
  const cancelDialog = toCancel !== undefined && (
    <CancelOrder key={toCancel._id} order={toCancel} open={isOpen} onClose={close} />
  );
  // All are in progress, above: filters that all say 0 are of no use.
  if (totals?.orders === 0) return cancelDialog;
  return (
    <section aria-labelledby="my-orders">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="my-orders" className="text-heading">
          {t('history.myOrders')} <Count text={count('') ?? ''} />
        </h2>
        <SortButton {...view.sort} />
      </div>
      <div className="mt-2.5 mb-1.5">
        <Chips
          label={t('label.statusFilter')}
          {...view.group}
          choices={filters.map((each) => ({ value: each, label: labels[each], count: count(each) }))}
        />
      </div>
      {orders.length === 0 ? (
        <p className="py-8 text-fg-muted">{t('history.noneSuch')}</p>
      ) : (
        <ul>
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} onCancel={open} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      {cancelDialog}
    </section>
  );
}

/** Sort order, as a native select: it works by touch, by keyboard and with screen readers. */
function SortButton({ chosen, onChoose }: MyOrdersProps['view']['sort']) {
  const { t } = useTexts();
  return (
    <label className="tap-target relative inline-flex min-h-7 items-center gap-1.5 rounded-sm text-fg-muted text-small font-medium hover:text-fg has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-focus has-[select:focus-visible]:outline-offset-4">
      <ArrowDownUp size={16} />
      <span className="sr-only">{t('history.sortBy')}</span>
      <span aria-hidden="true">{t(`history.by.${chosen}`)}</span>
      <select
        value={chosen}
        onChange={(event) => onChoose(ownOrderSorts.find((each) => each === event.target.value) ?? 'status')}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {ownOrderSorts.map((each) => (
          <option key={each} value={each}>
            {t(`history.by.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filter and sort order, kept in the address. */
export function useView() {
  const { choice } = useAddress();
  return { group: choice('status', filters), sort: choice('sort', ownOrderSorts) };
}
