import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { useState } from 'react';
import { formatCount } from '../../../format/amount.ts';
import { useWords } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import type { OwnOrders } from '../own-orders.ts';
import { arrange, type Filter, filters, passes } from './arrange.ts';
import { Count } from './count.tsx';
import { OrderRow } from './order-row.tsx';
import { SortButton } from './sort-button.tsx';
import { useView } from './use-view.ts';

const CancelOrder = onDemand(() => import('./cancel-order.tsx'));

/** Rows drawn at first, and again each time the end of them nears. */
const rowsAtOnce = 50;

interface MyOrdersProps {
  readonly side: Side;
  readonly orders: readonly OrderView[];
  /** Orders with something in a match: one that is asked about may have got there meanwhile. */
  readonly moved: readonly OrderView[];
  readonly complete: boolean;
  readonly more: OwnOrders['more'];
}

/** The list below the cards: filtered and sorted as its address says. */
export function MyOrders({ side, orders, moved, complete, more }: MyOrdersProps) {
  const { t, language } = useWords();
  const { filter, sort, setFilter, setSort } = useView();
  const [rows, setRows] = useState(rowsAtOnce);
  const [cancelling, setCancelling] = useState<string>();
  const [asking, setAsking] = useState(false);
  // The order as it is now, so that the question is about how it stands, not how it stood.
  const asked = [...orders, ...moved].find(({ _id }) => _id === cancelling);
  const count = (each: Filter) =>
    `${formatCount(orders.filter((order) => passes(order, each)).length, language)}${complete ? '' : '+'}`;
  const labels: Record<Filter, string> = {
    all: t('history.all'),
    pending: t('status.pending'),
    open: side === 'sell' ? t('status.onSale') : t('status.waiting'),
    partial: t('status.partial'),
    completed: side === 'sell' ? t('status.saleCompleted') : t('status.buyCompleted'),
    ended: t('history.ended'),
  };
  const arranged = arrange(orders, filter, sort);
  const hidden = arranged.length > rows;
  return (
    <section aria-labelledby="my-orders">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="my-orders" className="text-heading">
          {t('history.myOrders')} <Count text={count('all')} />
        </h2>
        <SortButton sort={sort} onSort={setSort} />
      </div>
      <div className="mt-2.5 mb-1.5">
        <Chips
          label={t('history.filter')}
          chosen={filter}
          onChoose={setFilter}
          choices={filters.map((each) => ({ value: each, label: labels[each], count: count(each) }))}
        />
      </div>
      {arranged.length === 0 ? (
        <p className="py-8 text-fg-muted">
          {filter === 'all' ? t('history.noOthers') : t('history.noneSuch')}
        </p>
      ) : (
        <ul>
          {arranged.slice(0, rows).map((order) => (
            <OrderRow
              key={order._id}
              order={order}
              onCancel={({ _id }) => {
                setCancelling(_id);
                setAsking(true);
              }}
            />
          ))}
        </ul>
      )}
      <LoadMore
        more={hidden || more.has}
        loading={more.loading}
        onMore={hidden ? () => setRows(rows + rowsAtOnce) : more.load}
      />
      {asked !== undefined && (
        <CancelOrder key={asked._id} order={asked} open={asking} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}
