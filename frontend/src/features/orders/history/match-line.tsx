import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { Link } from 'react-router-dom';
import { useTradePayment } from '../../../api/trade-payment.ts';
import { lastingText } from '../../../format/duration.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { chatPath } from '../../../ui/chat-path.ts';
import { classes } from '../../../ui/class-names.ts';
import { TimeLeft } from '../../../ui/time-left.tsx';
import { useTradeNow } from '../../../ui/trade-now.ts';
import { TradeStatus } from '../../../ui/trade-status.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { AnswerTimeLeft } from '../consent-card.tsx';
import type { Match } from '../matches.ts';
import { EndedMatch } from './ended-match.tsx';
import { MatchAmounts } from './match-amounts.tsx';
import { MatchChat } from './match-chat.tsx';

interface MatchLineProps {
  readonly match: Match;
  readonly order: OrderView;
}

/** One match of an order: counterpart, status, amount, and its chat, also after it has ended. */
export function MatchLine({ match, order }: MatchLineProps) {
  return match.phase === 'live' ? (
    <LiveMatch match={match} order={order} />
  ) : (
    <EndedMatch match={match} order={order} />
  );
}

/** What it waits for and until when; pressing it opens the trade. */
function LiveMatch({ match, order }: MatchLineProps) {
  const { t } = useTexts();
  const now = useNow(30_000);
  const payment = useTradePayment(match.tradeId);
  const tradeNow = useTradeNow();
  const { text, mine } = payment ? tradeNow(payment, order.side) : { text: '', mine: false };
  const orderPath = `/dashboard/orders/${order._id}`;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-3.5">
      <span className="grid min-w-0 flex-auto">
        <Link
          to={match.offered ? orderPath : chatPath(order, match.counterpartOrderId, match.tradeId)}
          className="font-strong after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {match.counterpart}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
          <TradeStatus status={match.status} />
          {lastingText(match.createdAt, now, t)}
        </span>
      </span>
      <MatchAmounts match={match} />
      {match.offered ? (
        <ButtonLink to={orderPath} size="medium" className="relative max-md:w-full">
          {t('consent.see')}
        </ButtonLink>
      ) : (
        <MatchChat match={match} order={order} className="relative" />
      )}
      <div className="flex w-full flex-wrap gap-x-2 text-small">
        <p className={classes('min-h-[1lh]', mine && 'font-strong')}>{text}</p>
        {match.overdue && <span className="font-strong text-danger">{t('steps.timeUp')}</span>}
        {payment?.next && !match.overdue && <TimeLeft next={payment.next} />}
        {payment?.consent && <AnswerTimeLeft until={payment.consent.until} />}
      </div>
    </li>
  );
}
