import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import type { Price } from '@matgyo/contracts/money';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { formatCount, formatPrice } from '../../../format/amount.ts';
import { useWords } from '../../../i18n/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty, Loading } from '../../../ui/placeholder.tsx';
import { Contained } from '../../../ui/section.tsx';
import { type OwnOrders, useOwnOrders } from '../own-orders.ts';
import { arrange, type Filter, filters, passes } from './arrange.ts';
import { InProgressCard } from './in-progress-card.tsx';
import { OrderRow, OrderRowBones } from './order-row.tsx';
import { SortButton } from './sort-button.tsx';
import { Summary } from './summary.tsx';
import { useView } from './use-view.ts';

const CancelOrder = lazy(() => import('./cancel-order.tsx'));

interface OrderHistoryProps {
  readonly side: Side;
  readonly price: Price | null | undefined;
}

/** A member's orders of one side: what is under way as cards, the rest as a list. */
export function OrderHistory({ side, price }: OrderHistoryProps) {
  const { t } = useWords();
  const { search } = useLocation();
  const orders = useOwnOrders(side);
  const known = orders.history !== undefined && orders.inProgress !== undefined;
  const none = known && orders.history.length === 0 && orders.inProgress.length === 0;
  return (
    <Page
      title={side === 'sell' ? t('menu.sellHistory') : t('menu.buyHistory')}
      action={
        !none && (
          <ButtonLink to={{ pathname: `/dashboard/${side}-order`, search }} size="medium">
            <Plus size={18} strokeWidth={1.6} />
            {side === 'sell' ? t('menu.sellOrder') : t('menu.buyOrder')}
          </ButtonLink>
        )
      }
    >
      {!known && orders.error !== null ? (
        <LoadFailure
          title={t('history.loadFailed')}
          error={orders.error}
          onRetry={orders.retry}
          retrying={orders.retrying}
        />
      ) : none ? (
        <NoOrders side={side} price={price} />
      ) : (
        <>
          <Summary
            side={side}
            orders={orders.complete && known ? [...orders.history, ...orders.inProgress] : undefined}
          />
          <Contained>
            <InProgress orders={orders.inProgress} />
          </Contained>
          <Contained>
            <MyOrders side={side} orders={orders} />
          </Contained>
        </>
      )}
    </Page>
  );
}

function NoOrders({ side, price }: OrderHistoryProps) {
  const { t, language } = useWords();
  const figure = price == null ? undefined : formatPrice(price, language);
  return (
    <Empty
      title={side === 'sell' ? t('history.noSells') : t('history.noBuys')}
      text={figure === undefined ? t('history.noneNoPrice') : t('history.noneText', { price: figure })}
      action={
        <ButtonLink to={`/dashboard/${side}-order`} variant="primary">
          {side === 'sell' ? t('history.firstSell') : t('history.firstBuy')}
        </ButtonLink>
      }
    />
  );
}

function InProgress({ orders }: { readonly orders: readonly OrderView[] | undefined }) {
  const { t, language } = useWords();
  if (orders === undefined || orders.length === 0) return null;
  return (
    <section aria-labelledby="in-progress" className="mb-12">
      <h2 id="in-progress" className="text-heading">
        {t('history.inProgress')} <Count text={formatCount(orders.length, language)} />
      </h2>
      {orders.map((order) => (
        <InProgressCard key={order._id} order={order} />
      ))}
    </section>
  );
}

const Count = ({ text }: { readonly text: string }) => (
  <span className="ml-1 font-regular text-fg-subtle">{text}</span>
);

function MyOrders({ side, orders }: { readonly side: Side; readonly orders: OwnOrders }) {
  const { t, language } = useWords();
  const { filter, sort, setFilter, setSort } = useView();
  const [cancelling, setCancelling] = useState<string>();
  const [asking, setAsking] = useState(false);
  const all = orders.history;
  // The order as the list shows it now, so that the question is about how it stands, not how it stood.
  const asked = [...(all ?? []), ...(orders.inProgress ?? [])].find(({ _id }) => _id === cancelling);
  const count = (each: Filter) =>
    all &&
    `${formatCount(all.filter((order) => passes(order, each)).length, language)}${orders.complete ? '' : '+'}`;
  const labels: Record<Filter, string> = {
    all: t('history.all'),
    pending: t('status.pending'),
    open: side === 'sell' ? t('status.onSale') : t('status.waiting'),
    partial: t('status.partial'),
    completed: side === 'sell' ? t('status.saleCompleted') : t('status.buyCompleted'),
    ended: t('history.ended'),
  };
  const shown = all && arrange(all, filter, sort);
  return (
    <section aria-labelledby="my-orders">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="my-orders" className="text-heading">
          {t('history.myOrders')} {all !== undefined && <Count text={count('all') ?? ''} />}
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
      {shown === undefined ? (
        <Loading>
          <OrderRowBones rows={5} />
        </Loading>
      ) : shown.length === 0 ? (
        <p className="py-8 text-fg-muted">
          {filter === 'all' ? t('history.noOthers') : t('history.noneSuch')}
        </p>
      ) : (
        <ul>
          {shown.map((order) => (
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
      <LoadMore more={orders.more.has} loading={orders.more.loading} onMore={orders.more.load} />
      {asked !== undefined && (
        <Suspense>
          <CancelOrder key={asked._id} order={asked} open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  );
}
