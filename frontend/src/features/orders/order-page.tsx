import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { isPositive } from '@matgyo/contracts/money';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { OrderTrail } from '../../api/order-trail.ts';
import { usePaymentSteps } from '../../api/payment-steps.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts, withTexts } from '../../i18n/index.ts';
import { PriceAmount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { BackLink } from '../../ui/detail-page.tsx';
import { FoldOnPhone } from '../../ui/fold-on-phone.tsx';
import { onDemand, onDemandDialog } from '../../ui/on-demand.tsx';
import { TradeStatus } from '../../ui/order-status.tsx';
import { PaymentSteps } from '../../ui/payment-steps.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WalletLine } from '../../ui/wallet-line.tsx';
import { ConsentCard } from './consent-card.tsx';
import { MatchLine } from './history/match-line.tsx';
import { OrderLabel } from './history/order-row.tsx';
import { liveMatchesOf, type Match, matchesById, matchesOf } from './matches.ts';
import { useOwnOrder } from './own-orders.ts';
import { AsOf } from './trail/as-of.tsx';
import { OrderThen } from './trail/order-then.tsx';
import { OrderHead, OrderTrailPage } from './trail/order-trail-page.tsx';
import { Proof } from './trail/proof.tsx';
import { Timeline } from './trail/timeline.tsx';
import { useTrailPlace } from './trail/use-trail-place.ts';
import { useLiveMatch } from './use-live-match.ts';

const CancelOrder = onDemandDialog(() => import('./history/cancel-order.tsx'));

export default function OrderPage() {
  const { t } = useTexts();
  return (
    <OrderTrailPage
      className="page-x mx-auto max-w-[72.5rem] pt-4 pb-10 md:pt-6 md:pb-16"
      notFound={{
        text: t('order.notFoundText'),
        to: '/dashboard/sell-history',
        link: t('menu.history.sell'),
      }}
    >
      {(id, trail) => <Order key={id} id={id} trail={trail} />}
    </OrderTrailPage>
  );
}

function Order({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const { t, formatCount } = useTexts();
  const order = useOwnOrder(id);
  const at = useTrailPlace(trail.entries);
  const [areRecordsOpen, setRecordsOpen] = useState(false);
  const goToRecord = (place: number) => {
    setRecordsOpen(true);
    at.goTo(place);
  };
  const { side } = trail;
  const [first] = trail.entries;
  const matches = matchesById(order);
  if (first === undefined) return null;
  return (
    <>
      <BackLink to={`/dashboard/${side}-history`}>{t(`menu.history.${side}`)}</BackLink>
      <OrderHead id={id} trail={trail} buttons={order !== undefined && <Cancel order={order} />}>
        <p className="flex flex-wrap gap-x-2 text-fg-subtle text-small">
          {order !== undefined && <OrderLabel order={order} />}
          <span>{t('order.placedAt', { at: dateTimeInKorea(first.at) })}</span>
          {order !== undefined && (
            <span className="whitespace-nowrap">
              1 USDT <PriceAmount value={order.price} />
            </span>
          )}
        </p>
        {order?.tetherAddress != null && (
          <WalletLine what={t('place.wallet.sell')} address={order.tetherAddress} />
        )}
      </OrderHead>
      <OrderNotices entries={trail.entries} />
      {order !== undefined && <LiveTrades order={order} />}
      {order !== undefined && <NextStep order={order} />}
      {!trail.verified && <Proof trail={trail} />}
      <OrderThen
        trail={trail}
        at={{ ...at, goTo: goToRecord }}
        order={order}
        matches={matches}
        disputes="/dashboard/disputes"
      />
      {/* Folded: a member asks for the records only in doubt. Who folds them again looks at the order as it is now. */}
      <details
        open={areRecordsOpen}
        onToggle={(event) => {
          const isOpen = event.currentTarget.open;
          setRecordsOpen(isOpen);
          if (!isOpen) at.goTo(at.places);
        }}
        className="mt-7 border-line border-t"
      >
        <summary className="min-h-11 content-center text-fg-muted text-small font-medium">
          {areRecordsOpen
            ? t('trail.hide')
            : t('trail.show', { count: at.places, places: formatCount(at.places) })}
        </summary>
        {at.places > 1 && <AsOf at={at} />}
        <Timeline at={at} matches={matches} />
        {trail.verified && <Proof trail={trail} />}
      </details>
    </>
  );
}

function Cancel({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {order.action.includes('cancel') && (
        <Button size="medium" onClick={() => setOpen(true)}>
          {t('order.cancel')}
        </Button>
      )}
      <CancelOrder order={order} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** What the order waits for while it has no live match, and the ended ones. */
function NextStep({ order }: { readonly order: OrderView }) {
  const { t, formatUsdt } = useTexts();
  const { status, side, settled, completed, amountRemaining } = order;
  const matches = matchesOf(order);
  const ended = matches.filter(({ phase }) => phase !== 'live');
  const isPending = status === 'Pending Approval';
  const isOpen = status === 'On Sale' || status === 'Waiting for Buy' || status === 'Partially Matched';
  const waits = ended.length === matches.length && (isPending || isOpen);
  const values = { settled: formatUsdt(completed), remaining: formatUsdt(amountRemaining) };
  // First what was completed: otherwise it reads as if nothing had happened.
  const restText = t(`next.rest.${side}`, values);
  const settledText = isPositive(completed) ? restText : t('next.restAfterReversal', values);
  const openText = isPositive(settled) ? settledText : t('next.open');
  if (!waits && ended.length === 0) return null;
  return (
    <section aria-label={t('next.title')} className="mt-4">
      {waits && <p className="text-fg-muted">{isPending ? t('next.pending') : openText}</p>}
      {waits && isOpen && (
        <TextLink to="/dashboard/one-on-one" className="inline-block text-fg-muted underline">
          {t('next.cancel')}
        </TextLink>
      )}
      {ended.length > 0 && (
        <FoldOnPhone count={ended.length} label={t('next.ended', { matches: ended.length })}>
          <ul className="mt-3 border-line border-b">
            {ended.map((match) => (
              <MatchLine key={match.tradeId} match={match} order={order} />
            ))}
          </ul>
        </FoldOnPhone>
      )}
    </section>
  );
}

/** Why the order was rejected, and why trades of it were reversed. */
function OrderNotices({ entries }: { readonly entries: readonly TrailEntry[] }) {
  const { t, language, formatUsdt } = useTexts();
  const titleOf = ({ type, amount }: TrailEntry) => {
    if (type === 'OrderRejected') return t('rejection.title');
    return type === 'TradeReversed' && amount !== null
      ? t('trail.reversedOf', { amount: formatUsdt(amount) })
      : undefined;
  };
  return entries.map((entry) => {
    const title = titleOf(entry);
    if (title === undefined) return null;
    return (
      <section key={entry.eventId} className="mt-4 rounded-lg bg-surface px-5 py-3 md:px-7">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-strong">{title}</span>
          <span>{reasonText(entry.type, entry.reason, language)}</span>
          <span className="text-fg-subtle text-small">{dateTimeInKorea(entry.at)}</span>
        </p>
        {entry.type === 'TradeReversed' && (
          <p className="mt-1 max-w-[40em] text-fg-muted">
            {t('next.reversed')}{' '}
            <TextLink to="/dashboard/one-on-one" className="underline">
              {t('next.notReturned')}
            </TextLink>
          </p>
        )}
      </section>
    );
  });
}

const CounterpartStanding = onDemand(() => withTexts('account', import('./counterpart-standing.tsx')));

function LiveTrades({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  const live = liveMatchesOf(order);
  if (live.length === 0) return null;
  return (
    <section aria-labelledby="live-trades" className="mt-4 rounded-xl bg-surface px-5 py-4 md:mt-6 md:px-7">
      <h2 id="live-trades" className="text-small font-strong max-md:sr-only">
        {t('payment.title')}
      </h2>
      <ul>
        {live.map((match) => (
          <LiveTrade key={match.tradeId} match={match} order={order} />
        ))}
      </ul>
    </section>
  );
}

function LiveTrade({ match, order }: { readonly match: Match; readonly order: OrderView }) {
  const { t } = useTexts();
  const { payment, text, lasting, path } = useLiveMatch(order, match);
  const command = usePaymentSteps(match.tradeId);
  return (
    <li className="border-line border-t py-3 first:border-0 last:pb-0">
      <div className="mb-1 flex items-center justify-between gap-x-3 max-[16rem]:flex-wrap">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2.5">
          <span className="font-strong">{match.counterpart}</span>
          <TradeStatus trade={match} />
          <span className="text-fg-subtle text-small">{lasting}</span>
        </p>
        {!match.offered && (
          <ButtonLink to={path} size="medium" className="flex-none max-md:size-10 max-md:px-0">
            <MessageSquare size={18} />
            <span className="max-md:sr-only">{t('chat.withPartner')}</span>
          </ButtonLink>
        )}
      </div>
      {payment?.consent != null && <ConsentCard order={order} payment={payment} consent={payment.consent} />}
      {payment !== undefined && payment.consent === null && (
        <>
          <p className="mb-1.5 font-strong">{text}</p>
          <PaymentSteps payment={payment} side={order.side} command={command} />
        </>
      )}
      {payment?.counterpart != null && <CounterpartStanding standing={payment.counterpart} />}
    </li>
  );
}
