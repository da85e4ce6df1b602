import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { PriceAmount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { BackLink } from '../../ui/detail-page.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { LiveTrades } from './live-trades.tsx';
import { matchesOf } from './matches.ts';
import { NextStep } from './next-step.tsx';
import { OrderLabel } from './order-label.tsx';
import { OrderNotices } from './order-notices.tsx';
import { useOwnOrder } from './own-orders.ts';
import { AsOf } from './trail/as-of.tsx';
import { OrderThen } from './trail/order-then.tsx';
import type { OrderTrail } from './trail/order-trail.ts';
import { OrderHead, OrderTrailPage } from './trail/order-trail-page.tsx';
import { Proof } from './trail/proof.tsx';
import { Timeline } from './trail/timeline.tsx';
import { useTrailPlace } from './trail/use-trail-place.ts';

const CancelOrder = onDemand(() => import('./history/cancel-order.tsx'));

/** A member's own order: its status, where its amount went, and its events. */
export default function OrderPage() {
  const { t } = useTexts();
  return (
    <OrderTrailPage
      className="page-x mx-auto max-w-[72.5rem] pt-4 pb-10 md:pt-6 md:pb-16"
      notFound={{ text: t('order.notFoundText'), to: '/dashboard/sell-history', link: t('menu.sellHistory') }}
    >
      {(id, trail) => <Order key={id} id={id} trail={trail} />}
    </OrderTrailPage>
  );
}

function Order({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const { t } = useTexts();
  const order = useOwnOrder(id);
  const at = useTrailPlace(trail.entries);
  const sells = trail.side === 'sell';
  const [first] = trail.entries;
  const matches = new Map(order === undefined ? [] : matchesOf(order).map((match) => [match.tradeId, match]));
  if (at.entry === undefined || first === undefined) return null;
  return (
    <>
      <BackLink to={sells ? '/dashboard/sell-history' : '/dashboard/buy-history'}>
        {sells ? t('menu.sellHistory') : t('menu.buyHistory')}
      </BackLink>
      <OrderHead id={id} trail={trail} buttons={order !== undefined && <Cancel order={order} />}>
        <p className="flex flex-wrap gap-x-2 text-fg-subtle text-small">
          {order !== undefined && <OrderLabel order={order} />}
          <span className="whitespace-nowrap">{t('order.placedAt', { at: dateTimeInKorea(first.at) })}</span>
          {order !== undefined && (
            <span className="whitespace-nowrap">
              1 USDT <PriceAmount value={order.price} />
            </span>
          )}
        </p>
      </OrderHead>
      <OrderNotices entries={trail.entries} />
      {order !== undefined && <LiveTrades order={order} />}
      {order !== undefined && <NextStep order={order} />}
      {!trail.verified && <Proof trail={trail} />}
      {at.places > 1 && <AsOf place={at.place} places={at.places} at={at.entry.at} onPlace={at.goTo} />}
      <OrderThen trail={trail} entries={trail.entries} at={at} order={order} matches={matches} />
      <Timeline entries={trail.entries} matches={matches} place={at.place} onPlace={at.goTo} />
      {trail.verified && <Proof trail={trail} />}
    </>
  );
}

function Cancel({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  const dialog = useDialog<true>();
  return (
    <>
      {order.action.includes('cancel') && (
        <Button size="medium" onClick={() => dialog.open(true)}>
          {t('order.cancel')}
        </Button>
      )}
      {dialog.subject && <CancelOrder order={order} open={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}
