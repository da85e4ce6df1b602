import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { ChevronDown, ChevronRight, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { unreadIn, useUnreadChats } from '../../../api/unread-chats.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts, withTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { chatPath } from '../../../ui/chat-path.ts';
import { classes } from '../../../ui/class-names.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { TradeStatus } from '../../../ui/order-status.tsx';
import { TimeLeft } from '../../../ui/time-left.tsx';
import { AnswerTimeLeft } from '../consent-card.tsx';
import type { Match } from '../matches.ts';
import { useLiveMatch } from '../use-live-match.ts';

interface MatchLineProps {
  readonly match: Match;
  readonly order: OrderView;
}

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
  const { payment, text, mine, lasting, orderPath, path } = useLiveMatch(order, match);
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-3.5">
      <span className="grid min-w-0 flex-auto">
        <Link
          to={path}
          className="font-strong after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {match.counterpart}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
          <TradeStatus trade={match} />
          {lasting}
        </span>
      </span>
      <MatchAmounts match={match} />
      {match.offered ? (
        <ButtonLink to={orderPath} size="medium" className={belowText}>
          {t('consent.see')}
        </ButtonLink>
      ) : (
        <>
          <NextAct payment={payment} side={order.side} orderPath={orderPath} />
          {/* On a narrow phone beside the text below, else it would be alone in a line. */}
          <MatchChat match={match} order={order} className="max-[22.4rem]:order-1" />
          {!mine && payment?.caseId == null && (
            <ChevronRight size={18} className="text-fg-subtle max-md:hidden" />
          )}
        </>
      )}
      <div className="flex w-full flex-wrap gap-x-2 text-small max-[22.4rem]:flex-[1_1_13rem]">
        <p className={classes('min-h-[1lh]', mine && 'font-strong')}>{text}</p>
        {match.overdue && <span className="font-strong text-danger">{t('steps.timeUp')}</span>}
        {payment?.next && !match.overdue && <TimeLeft next={payment.next} />}
        {payment?.consent && <AnswerTimeLeft until={payment.consent.until} />}
      </div>
    </li>
  );
}

/** On a phone an action is below the line's text, as wide as the line. */
const belowText = 'relative max-md:order-last max-md:mt-1.5 max-md:w-full';

interface NextActProps {
  readonly payment: TradePayment | undefined;
  readonly side: Side;
  readonly orderPath: string;
}

function NextAct({ payment, side, orderPath }: NextActProps) {
  const { t } = useTexts();
  if (payment !== undefined && payment.caseId !== null)
    return (
      <ButtonLink to={`/dashboard/disputes/${payment.caseId}`} size="medium" className={belowText}>
        {t('steps.viewCase')}
      </ButtonLink>
    );
  if (payment?.next?.party !== side) return null;
  return (
    <ButtonLink to={orderPath} variant="primary" size="medium" className={belowText}>
      {t(`steps.${payment.next.step}.act`)}
    </ButtonLink>
  );
}

function MatchAmounts({ match: { amount, krw } }: { readonly match: Match }) {
  return (
    <span className="ml-auto grid text-right max-[16rem]:text-left">
      <span className="font-medium">
        <UsdtAmount value={amount} unit />
      </span>
      <span className="text-fg-subtle text-small">
        <KrwAmount value={krw} />
      </span>
    </span>
  );
}

function MatchChat({ match, order, className }: MatchLineProps & { readonly className?: string }) {
  const { t } = useTexts();
  const unread = unreadIn(useUnreadChats(), match.tradeId);
  return (
    <ButtonLink
      to={chatPath(order, match.counterpartOrderId, match.tradeId)}
      size="medium"
      className={classes('relative flex-none max-md:size-10 max-md:px-0', className)}
    >
      <MessageSquare size={16} />
      <span className="max-md:sr-only">
        {t('chat.title')}
        <span className="sr-only"> {match.counterpart}</span>
      </span>
      <CountBadge
        count={unread}
        what={t('chat.unread')}
        className="max-md:absolute max-md:-top-1.5 max-md:-right-1.5"
      />
    </ButtonLink>
  );
}

const MatchRecord = onDemand(() => withTexts('cases', import('./match-record.tsx')));

/** A match that was completed, cancelled or reversed, and when; it opens to what was sent, and how. */
function EndedMatch({ match, order }: MatchLineProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex items-start gap-3 border-line border-t">
      <details className="min-w-0 flex-auto" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex list-none items-center gap-3 rounded-sm py-3.5 max-[16rem]:flex-wrap max-[16rem]:gap-1">
          <span className="grid flex-auto">
            <span className="flex items-center gap-1 font-strong">
              {match.counterpart}
              <ChevronDown
                size={16}
                className={classes(
                  'text-fg-subtle transition-transform duration-fast',
                  isOpen && 'rotate-180',
                )}
              />
            </span>
            <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
              <TradeStatus trade={match} />
              {dateTimeInKorea(match.endedAt ?? match.createdAt)}
            </span>
          </span>
          <MatchAmounts match={match} />
        </summary>
        {isOpen && <MatchRecord match={match} side={order.side} />}
      </details>
      <MatchChat match={match} order={order} className="mt-4" />
    </li>
  );
}
