import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OwnTotals } from '@matgyo/contracts/endpoints/orders';
import type { Side } from '@matgyo/contracts/ids';
import type { Price } from '@matgyo/contracts/money';
import { Plus } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useOwnAccount } from '../../../api/own-account.ts';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Page } from '../../../ui/page.tsx';
import { Bone, Empty, Loading } from '../../../ui/placeholder.tsx';
import { Contained } from '../../../ui/section.tsx';
import { useOwnOrders } from '../own-orders.ts';
import { whyNotOrder } from '../place/why-not-order.ts';
import { Count } from './count.tsx';
import { InProgressCard } from './in-progress-card.tsx';
import { MyOrders } from './my-orders.tsx';
import { OrderRowBones } from './order-row.tsx';
import { useView } from './use-view.ts';

interface OrderHistoryProps {
  readonly side: Side;
  readonly price: Price | null | undefined;
}

/** A member's orders of one side: those in progress as cards, the rest as a list. */
export function OrderHistory({ side, price }: OrderHistoryProps) {
  const { t } = useTexts();
  const { search } = useLocation();
  const view = useView();
  const { history, inProgress, totals, error, retry, retrying, list } = useOwnOrders(side, view);
  // Show both or neither: cards that load after the list would push it down.
  const known = history !== undefined && inProgress !== undefined;
  const none = known && totals?.orders === 0 && inProgress.length === 0;
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
      {!known && error !== null && (
        <LoadFailure title={t('history.loadFailed')} error={error} onRetry={retry} retrying={retrying} />
      )}
      {!known && error === null && (
        <>
          <Summary side={side} totals={undefined} />
          <Loading>
            <OrderRowBones rows={5} />
          </Loading>
        </>
      )}
      {none && <NoOrders side={side} price={price} />}
      {known && !none && (
        <>
          <Summary side={side} totals={totals} />
          <Contained>
            <InProgress orders={inProgress} />
          </Contained>
          <Contained>
            <MyOrders
              side={side}
              orders={history}
              moved={inProgress}
              totals={totals}
              view={view}
              list={list}
            />
          </Contained>
        </>
      )}
    </Page>
  );
}

function NoOrders({ side, price }: OrderHistoryProps) {
  const { t, formatPrice } = useTexts();
  const forbidden = whyNotOrder(useOwnAccount().data, t);
  const figure = price == null ? undefined : formatPrice(price);
  const title = side === 'sell' ? t('history.noSells') : t('history.noBuys');
  if (forbidden !== undefined) return <Empty title={title} text={forbidden} />;
  return (
    <Empty
      title={title}
      text={figure === undefined ? t('history.noneNoPrice') : t('history.noneText', { price: figure })}
      action={
        <ButtonLink to={`/dashboard/${side}-order`} variant="primary">
          {side === 'sell' ? t('history.firstSell') : t('history.firstBuy')}
        </ButtonLink>
      }
    />
  );
}

function InProgress({ orders }: { readonly orders: readonly OrderView[] }) {
  const { t, formatCount } = useTexts();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="in-progress" className="mb-12">
      <h2 id="in-progress" className="text-heading">
        {t('status.In Progress')} <Count text={formatCount(orders.length)} />
      </h2>
      {orders.map((order) => (
        <InProgressCard key={order._id} order={order} />
      ))}
    </section>
  );
}

interface SummaryProps {
  readonly side: Side;
  /** Undefined while loading. */
  readonly totals: OwnTotals | undefined;
}

/** Totals of a member's orders: open, in a match, completed. */
function Summary({ side, totals }: SummaryProps) {
  const { t } = useTexts();
  const figures = [
    { label: side === 'sell' ? t('history.offered') : t('history.wanted'), total: totals?.offered },
    { label: t('status.tradeLive'), total: totals?.reserved },
    { label: side === 'sell' ? t('history.sold') : t('history.bought'), total: totals?.settled },
  ];
  return (
    <dl className="mt-3 mb-8 grid gap-2 md:mt-5 md:mb-11 md:grid-cols-3">
      {figures.map(({ label, total }) => (
        <div
          key={label}
          className="flex items-center justify-between md:block md:border-line md:border-l md:px-6 md:first:border-0 md:first:pl-0"
        >
          <dt className="text-fg-subtle text-small">{label}</dt>
          <dd className="text-heading proportional-nums md:mt-0.5 md:text-figure max-lg:md:text-title">
            {total === undefined ? (
              <Bone className="my-[3px] h-5 w-28 md:my-2" />
            ) : (
              <UsdtAmount value={total} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
