import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isFailure } from '../../api/call-failure.ts';
import { momentInKorea } from '../../format/moment.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { FillBar } from '../../ui/fill-bar.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Bone, Empty, Loading } from '../../ui/placeholder.tsx';
import { Status } from '../../ui/status.tsx';
import { LiveTrades } from './live-trades.tsx';
import { matchesOf } from './matches.ts';
import { NextStep } from './next-step.tsx';
import { OrderLabel } from './order-label.tsx';
import { OrderNotices } from './order-notices.tsx';
import { useOwnOrder } from './own-orders.ts';
import { AsOf } from './trail/as-of.tsx';
import { FillTree } from './trail/fill-tree.tsx';
import { fillsAt } from './trail/fills-at.ts';
import { type OrderTrail, useOrderTrail } from './trail/order-trail.ts';
import { Proof } from './trail/proof.tsx';
import { Timeline } from './trail/timeline.tsx';

const CancelOrder = onDemand(() => import('./history/cancel-order.tsx'));

/** One order: how it stands, where its amount went, and everything that happened to it. */
export default function OrderPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { data: trail, error, refetch, isFetching } = useOrderTrail(id);
  usePageTitle(trail?.orderCode ?? t('order.title'));
  return (
    <div className="page-x mx-auto max-w-[72.5rem] pt-4 pb-10 md:pt-6 md:pb-16">
      {trail !== undefined ? (
        <Order key={id} id={id} trail={trail} />
      ) : isFailure(error, 'ORDER_NOT_FOUND') ? (
        <Empty
          headingLevel={1}
          title={t('order.notFoundTitle')}
          text={t('order.notFoundText')}
          action={
            <ButtonLink to="/dashboard/sell-history" variant="primary">
              {t('menu.sellHistory')}
            </ButtonLink>
          }
        />
      ) : error !== null ? (
        <LoadFailure title={t('order.loadFailed')} error={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <OrderBones />
      )}
    </div>
  );
}

function Order({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<number>();
  const order = useOwnOrder(id);
  const sells = trail.side === 'sell';
  const places = trail.entries.length;
  const place = Math.min(chosen ?? places, places);
  const [first] = trail.entries;
  const entry = trail.entries[place - 1];
  const matches = new Map(order === undefined ? [] : matchesOf(order).map((match) => [match.tradeId, match]));
  // Following the last event means following the order as it goes on.
  const goTo = (next: number) => setChosen(next === places ? undefined : next);
  if (entry === undefined || first === undefined) return null;
  const { status, settled, reserved, open, withdrawn } = entry.state;
  const quantities = { settled, reserved, open, withdrawn };
  return (
    <>
      <Link
        to={sells ? '/dashboard/sell-history' : '/dashboard/buy-history'}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-xs text-fg-muted text-small font-medium hover:text-fg"
      >
        <ArrowLeft size={16} strokeWidth={1.6} />
        {sells ? t('menu.sellHistory') : t('menu.buyHistory')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <div className="flex items-center gap-0.5">
            <h1 className="text-title">{trail.orderCode}</h1>
            <CopyButton
              text={id}
              label={t('order.copyId', { code: trail.orderCode })}
              done={t('order.idCopied')}
            />
          </div>
          <p className="flex flex-wrap gap-x-2 text-fg-subtle text-small">
            {order !== undefined && <OrderLabel order={order} />}
            <span className="whitespace-nowrap">{t('order.placedAt', { at: momentInKorea(first.at) })}</span>
            {order !== undefined && (
              <span className="whitespace-nowrap">
                1 USDT <PriceAmount value={order.price} />
              </span>
            )}
          </p>
        </div>
        {order !== undefined && <Cancel order={order} />}
      </div>
      <OrderNotices entries={trail.entries} />
      {order !== undefined && <LiveTrades order={order} />}
      {order !== undefined && <NextStep order={order} />}
      <Proof trail={trail} />
      <AsOf place={place} places={places} at={entry.at} onPlace={goTo} />
      <section aria-labelledby="order-then" className="mt-6">
        <div className="flex items-center gap-2.5">
          <h2 id="order-then" className="text-small font-strong">
            {place === places ? t('trail.orderNow') : t('trail.orderThen')}
          </h2>
          <Status status={status} badge />
        </div>
        <div className="mt-1 mb-2.5 flex items-baseline justify-between gap-3">
          <p className="text-figure proportional-nums">
            <UsdtAmount value={trail.amount} unit figure />
          </p>
          {order !== undefined && (
            <p className="text-fg-muted">
              <KrwAmount value={order.krwAmount} />
            </p>
          )}
        </div>
        <FillBar quantities={quantities} />
        <FillTree
          fills={fillsAt(trail.entries.slice(0, place))}
          open={open}
          matches={matches}
          sells={sells}
          onPlace={goTo}
        />
      </section>
      <Timeline entries={trail.entries} matches={matches} place={place} onPlace={goTo} />
    </>
  );
}

function Cancel({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      {order.action.includes('cancel') && (
        <Button
          size="medium"
          onClick={() => {
            setAsked(true);
            setAsking(true);
          }}
        >
          {t('order.cancel')}
        </Button>
      )}
      {asked && <CancelOrder order={order} open={asking} onClose={() => setAsking(false)} />}
    </>
  );
}

function OrderBones() {
  return (
    <Loading>
      <Bone className="mt-8 h-6 w-56" />
      <Bone className="mt-3 w-40" />
      <Bone className="mt-6 h-[68px] w-full rounded-lg" />
      <Bone className="mt-12 h-8 w-48" />
      <Bone className="mt-4 h-2.5 w-full rounded-full" />
      {['a', 'b', 'c'].map((row) => (
        <Bone key={row} className="mt-9 w-full" />
      ))}
    </Loading>
  );
}
