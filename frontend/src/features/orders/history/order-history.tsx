import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OwnTotals } from '@matgyo/contracts/endpoints/orders';
import type { Side } from '@matgyo/contracts/ids';
import { isPositive, type Usdt } from '@matgyo/contracts/money';
import { Plus } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useOwnAccount } from '../../../api/own-account.ts';
import { useCurrentPrice } from '../../../api/price.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyOrderId } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FillBar, FillLegend, quantitiesOf } from '../../../ui/fill-bar.tsx';
import { OrderStatus } from '../../../ui/order-status.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty, NotLoaded, Skeleton } from '../../../ui/placeholder.tsx';
import { Contained } from '../../../ui/section.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { matchesOf } from '../matches.ts';
import { useOwnOrders } from '../own-orders.ts';
import { whyNotOrder } from '../place/why-not-order.ts';
import { MatchLine } from './match-line.tsx';
import { MyOrders, useView } from './my-orders.tsx';
import { OrderLabel, OrderRowSkeleton } from './order-row.tsx';

export function OrderHistory({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const { search } = useLocation();
  const view = useView();
  const own = useOwnOrders(side, { group: view.group.chosen, sort: view.sort.chosen });
  const { history, inProgress, totals, error } = own;
  // Show both or neither: cards that load after the list would push it down.
  const known = history !== undefined && inProgress !== undefined;
  const none = known && totals?.orders === 0 && inProgress.length === 0;
  const failed = !known && error !== null;
  return (
    <Page
      title={t(`menu.history.${side}`)}
      action={
        !none && (
          <ButtonLink to={{ pathname: `/dashboard/${side}-order`, search }} size="medium">
            <Plus size={18} />
            {t(`menu.order.${side}`)}
          </ButtonLink>
        )
      }
    >
      {!none && !failed && <Summary side={side} totals={known ? totals : undefined} />}
      {!known && (
        <NotLoaded failed={t('history.loadFailed')} query={own}>
          <OrderRowSkeleton rows={5} />
        </NotLoaded>
      )}
      {none && <NoOrders side={side} />}
      {known && !none && (
        <>
          <Contained>
            <InProgress orders={inProgress} />
          </Contained>
          <Contained>
            <MyOrders side={side} own={own} view={view} />
          </Contained>
        </>
      )}
    </Page>
  );
}

function NoOrders({ side }: { readonly side: Side }) {
  const { t, formatPrice } = useTexts();
  const price = useCurrentPrice().data?.data;
  const forbidden = whyNotOrder(useOwnAccount().data, t);
  const invitation =
    price == null ? t('history.noneNoPrice') : t('history.noneText', { price: formatPrice(price) });
  return (
    <Empty
      title={t(`history.none.${side}`)}
      text={forbidden ?? invitation}
      action={
        forbidden !== undefined ? (
          <ButtonLink to="/dashboard/one-on-one">{t('menu.oneOnOne')}</ButtonLink>
        ) : (
          <ButtonLink to={`/dashboard/${side}-order`} variant="primary">
            {t(`history.first.${side}`)}
          </ButtonLink>
        )
      }
    />
  );
}

function InProgress({ orders }: { readonly orders: readonly OrderView[] }) {
  const { t, formatCount } = useTexts();
  if (orders.length === 0) return null;
  return (
    <TitledSection className="mb-12" title={t('status.In Progress')} count={formatCount(orders.length)}>
      {orders.map((order) => (
        <InProgressCard key={order._id} order={order} />
      ))}
    </TitledSection>
  );
}

interface SummaryProps {
  readonly side: Side;
  /** Undefined while loading. */
  readonly totals: OwnTotals | undefined;
}

function Summary({ side, totals }: SummaryProps) {
  const { t, formatUsdt } = useTexts();
  const figure = (total: Usdt | undefined) =>
    total === undefined ? <Skeleton className="my-[3px] h-5 w-28 md:my-2" /> : <UsdtAmount value={total} />;
  const completed = (
    <>
      {figure(totals?.completed)}
      {totals !== undefined && isPositive(totals.reversed) && (
        <span className="block text-right font-regular text-fg-subtle text-small tracking-normal md:text-left">
          {t('order.reversed', { amount: formatUsdt(totals.reversed) })}
        </span>
      )}
    </>
  );
  return (
    <dl className="mt-3 mb-8 grid gap-2 md:mt-5 md:mb-11 md:grid-cols-3">
      <Facts
        line="flex flex-wrap items-center justify-between md:block md:border-line md:border-l md:px-6 md:first:border-0 md:first:pl-0"
        label="text-fg-subtle text-small"
        value="ml-auto text-heading proportional-nums md:mt-0.5 md:text-figure max-lg:md:text-title"
        rows={{
          [t(`history.remaining.${side}`)]: figure(totals?.offered),
          [t('status.tradeLive')]: figure(totals?.reserved),
          [t(`history.completed.${side}`)]: completed,
        }}
      />
    </dl>
  );
}

function InProgressCard({ order }: { readonly order: OrderView }) {
  const quantities = quantitiesOf(order);
  const titleId = `order-${order._id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="mt-3.5 animate-enter bg-surface px-5 pt-5 pb-1.5 max-md:-mx-5 md:rounded-xl md:px-7 md:pt-6 md:pb-2.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <div className="flex items-center gap-0.5">
          <h3 id={titleId} className="text-heading">
            <Link
              to={`/dashboard/orders/${order._id}`}
              className="whitespace-nowrap max-[16rem]:whitespace-normal"
            >
              {order.orderCode}
            </Link>
          </h3>
          <CopyOrderId id={order._id} code={order.orderCode} />
        </div>
        <OrderStatus order={order} badge />
        <p className="flex w-full flex-wrap gap-x-2 text-fg-subtle text-small">
          <OrderLabel order={order} />
          <span className="whitespace-nowrap">{dateTimeInKorea(order.createdAt)}</span>
          <span className="whitespace-nowrap">
            1 USDT <PriceAmount value={order.price} />
          </span>
        </p>
      </div>
      <div className="mt-3.5 mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-figure proportional-nums">
          <UsdtAmount value={order.amount} unit figure />
        </p>
        <p className="text-fg-muted">
          <KrwAmount value={order.krwAmount} />
        </p>
      </div>
      <FillBar quantities={quantities} />
      <div className="mt-3 mb-4">
        <FillLegend quantities={quantities} />
      </div>
      <ul>
        {matchesOf(order)
          .filter(({ phase }) => phase !== 'cancelled')
          .map((match) => (
            <MatchLine key={match.tradeId} match={match} order={order} />
          ))}
      </ul>
    </article>
  );
}
