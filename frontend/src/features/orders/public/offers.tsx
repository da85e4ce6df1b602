import { type Side, sides } from '@matgyo/contracts/ids';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../../i18n/index.ts';
import { Segments } from '../../../ui/choice.tsx';
import { Empty, NotLoaded } from '../../../ui/placeholder.tsx';
import { OfferTable, OfferTableSkeleton } from './offer-table.tsx';
import { usePublicOrders } from './public-orders.ts';

const shownOnLanding = 7;

/** The first open orders of each side, for the landing page. */
export function Offers() {
  const { t } = useTexts();
  const [side, setSide] = useState<Side>('sell');
  const counts = { sell: useOpenCount('sell'), buy: useOpenCount('buy') };
  return (
    <>
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 id="open-orders" className="text-heading">
          {t('offers.openNow')}
        </h2>
        <Segments
          label={t('label.orderType')}
          chosen={side}
          onChoose={setSide}
          choices={sides.map((value) => ({ value, label: t(`offers.sides.${value}`), count: counts[value] }))}
        />
      </div>
      <SideOffers key={side} side={side} />
    </>
  );
}

/** `24`, or `50+` if there are more pages. */
function useOpenCount(side: Side): string | undefined {
  const { formatCount } = useTexts();
  const { data, hasNextPage } = usePublicOrders(side);
  if (data === undefined) return undefined;
  const known = data.pages.reduce((sum, { items }) => sum + items.length, 0);
  return `${formatCount(known)}${hasNextPage ? '+' : ''}`;
}

function SideOffers({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const answer = usePublicOrders(side);
  const { data } = answer;
  const count = useOpenCount(side);
  if (data === undefined)
    return (
      <NotLoaded failed={t('offers.loadFailed')} query={answer}>
        <OfferTableSkeleton rows={shownOnLanding} />
        <div className="h-12" />
      </NotLoaded>
    );
  const known = data.pages.flatMap(({ items }) => items);
  const orders = known.slice(0, shownOnLanding);
  if (orders.length === 0)
    return <Empty headingLevel={3} title={t(`offers.none.${side}`)} text={t('offers.noneText')} />;
  return (
    <>
      <OfferTable side={side} orders={orders} />
      <Link
        to={`/post-offer?view=${side}`}
        className="inline-flex items-center gap-1.5 rounded-xs py-3.5 text-fg-muted text-small font-medium hover:text-fg"
      >
        {orders.length === known.length
          ? t('offers.seeOpen')
          : t('offers.seeAll', { count: orders.length, orders: count ?? '' })}
        <ArrowRight size={16} />
      </Link>
    </>
  );
}
