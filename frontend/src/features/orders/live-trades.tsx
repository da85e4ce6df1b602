import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { MessageSquare } from 'lucide-react';
import { usePaymentSteps } from '../../api/payment-steps.ts';
import { useTradePayment } from '../../api/trade-payment.ts';
import { lastingText } from '../../format/duration.ts';
import { useTexts, withTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { chatPath } from '../../ui/chat-path.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { PaymentSteps } from '../../ui/payment-steps.tsx';
import { useTradeNow } from '../../ui/trade-now.ts';
import { TradeStatus } from '../../ui/trade-status.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ConsentCard } from './consent-card.tsx';
import { type Match, matchesOf } from './matches.ts';

const CounterpartStanding = onDemand(() => withTexts('account', import('./counterpart-standing.tsx')));

/** The live matches of an order: counterpart, payment details, and a link to the chat. */
export function LiveTrades({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  const live = matchesOf(order).filter(({ phase }) => phase === 'live');
  if (live.length === 0) return null;
  return (
    <section aria-labelledby="live-trades" className="mt-6 rounded-xl bg-surface px-5 py-4 md:px-7">
      <h2 id="live-trades" className="text-small font-strong">
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
  const now = useNow(30_000);
  const payment = useTradePayment(match.tradeId);
  const command = usePaymentSteps(match.tradeId);
  const tradeNow = useTradeNow();
  return (
    <li className="border-line border-t py-3 first:border-0">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span className="font-strong">{match.counterpart}</span>
          <TradeStatus status={match.status} />
          <span className="text-fg-subtle text-small">{lastingText(match.createdAt, now, t)}</span>
        </p>
        {!match.offered && (
          <ButtonLink to={chatPath(order, match.counterpartOrderId, match.tradeId)} size="medium">
            <MessageSquare size={18} strokeWidth={1.6} />
            {t('chat.withPartner')}
          </ButtonLink>
        )}
      </div>
      {payment?.counterpart != null && <CounterpartStanding standing={payment.counterpart} />}
      {payment?.consent != null && <ConsentCard order={order} payment={payment} consent={payment.consent} />}
      {payment !== undefined && payment.consent === null && (
        <>
          <p className="mb-1.5 font-strong">{tradeNow(payment, order.side).text}</p>
          <PaymentSteps payment={payment} side={order.side} command={command} />
        </>
      )}
    </li>
  );
}
