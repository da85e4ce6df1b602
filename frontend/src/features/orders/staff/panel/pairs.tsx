import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { ConsentView } from '@matgyo/contracts/endpoints/trades';
import { ChevronDown, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useWaitingApproval } from '../../../../api/approvals.ts';
import { useTradePayment } from '../../../../api/trade-payment.ts';
import { unreadIn, useUnreadChats } from '../../../../api/unread-chats.ts';
import { lastingText } from '../../../../format/duration.ts';
import { useTexts, withTexts } from '../../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../../ui/amount.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { chatPath } from '../../../../ui/chat-path.ts';
import { CountBadge } from '../../../../ui/count-badge.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { TradeStatus } from '../../../../ui/order-status.tsx';
import { lacksMarks } from '../../../../ui/payment-marks.ts';
import { TextLink } from '../../../../ui/text-link.tsx';
import { TradeMarks } from '../../../../ui/trade-marks.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { WaitingApproval } from '../../../../ui/waiting-approval.tsx';
import { AnswerTimeLeft } from '../../consent-card.tsx';
import { type Match, matchesOf } from '../../matches.ts';
import { type Action, matchConflict } from '../actions/actions.ts';
import { ConflictNote } from '../actions/match-actions.tsx';
import { TradeWindow } from '../payment/trade-window.tsx';

const MarkForParty = onDemand(() => withTexts('cases', import('../payment/mark-for-party.tsx')));

interface PairsProps {
  readonly order: AdminOrderView;
  readonly onAction: (action: Action, tradeId: string) => void;
}

export function Pairs({ order, onAction }: PairsProps) {
  const { t, formatCount } = useTexts();
  const [all, setAll] = useState(false);
  const matches = matchesOf(order);
  const live = matches.filter(({ phase }) => phase === 'live').toReversed();
  const finished = matches.length - live.length;
  if (matches.length === 0) return null;
  return (
    <section aria-label={t('pairs.title')} data-stop className="mt-4">
      <table className="w-full border-collapse text-small">
        <caption className="pb-1 text-left font-strong">
          {t('pairs.title')} <span className="font-regular text-fg-subtle">{formatCount(live.length)}</span>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{order.side === 'sell' ? t('label.buyer') : t('label.seller')}</th>
            <th scope="col">{t('label.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? matches : live).map((match) => (
            <Pair key={match.tradeId} order={order} match={match} onAction={onAction} />
          ))}
        </tbody>
      </table>
      {finished > 0 && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={all}
          className="mt-1 -ml-2"
          onClick={() => setAll(!all)}
        >
          <ChevronDown size={16} strokeWidth={2} className={all ? 'rotate-180' : undefined} />
          {all ? t('pairs.hideFinished') : t('pairs.showFinished', { count: finished })}
        </Button>
      )}
    </section>
  );
}

function Pair({ order, match, onAction }: PairsProps & { readonly match: Match }) {
  const { t, formatUsdt } = useTexts();
  const now = useNow(30_000);
  const live = match.phase === 'live';
  const conflict = matchConflict(order, match.tradeId);
  const which = ` ${match.counterpart} ${formatUsdt(match.amount)}`;
  const payment = useTradePayment(live ? match.tradeId : undefined);
  const waits = useWaitingApproval(live ? match.tradeId : undefined);
  const chats = useUnreadChats();
  // An admin sees all three rooms on one screen.
  const unread = [order._id, match.counterpartOrderId, match.tradeId].reduce(
    (sum, room) => sum + unreadIn(chats, room),
    0,
  );
  return (
    <>
      <tr className="border-line border-t">
        <th scope="row" className="pt-2 text-left align-top font-strong">
          {match.counterpart}
          <span className="flex flex-wrap gap-x-2 font-regular text-fg-muted">
            {live ? lastingText(match.createdAt, now, t) : null}
            {(!live || match.offered) && <TradeStatus trade={match} />}
            {!live && match.caseId !== null && (
              <TextLink to={`/admin/disputes/${match.caseId}`} className="underline">
                {t('steps.viewCase')}
                <span className="sr-only">{which}</span>
              </TextLink>
            )}
          </span>
        </th>
        <td className="pt-2 text-right align-top">
          <span className="font-strong">
            <UsdtAmount value={match.amount} unit />
          </span>
          <span className="block whitespace-nowrap text-fg-muted max-[16rem]:whitespace-normal">
            <KrwAmount value={match.krw} /> · <PriceAmount value={match.price} />
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={2} className="pt-1 pb-2">
          {conflict !== undefined && <ConflictNote conflict={conflict} />}
          {payment?.consent != null && (
            <WaitingConsent order={order} counterpart={match.counterpart} consent={payment.consent} />
          )}
          {payment !== undefined && payment.consent === null && (
            <TradeMarks orderId={order._id} payment={payment} />
          )}
          {payment?.next != null && (
            <TradeWindow
              tradeId={match.tradeId}
              which={which}
              next={payment.next}
              changeable={conflict === undefined}
            />
          )}
          {payment?.status === 'matched' && payment.caseId === null && conflict === undefined && (
            <MarkForParty payment={payment} which={which} />
          )}
          {payment != null && payment.caseId !== null && (
            <p className="my-1 text-small font-strong text-rejected">{t('steps.inCase')}</p>
          )}
          {payment?.needsApproval === true &&
            payment.caseId === null &&
            conflict === undefined &&
            waits === undefined && <p className="my-1 text-fg-muted text-small">{t('approval.needed')}</p>}
          {waits !== undefined && <WaitingApproval approval={waits} />}
          {live && (
            <div className="flex flex-wrap justify-end gap-1.5">
              {payment?.status === 'matched' && (
                <ButtonLink
                  to={`/admin/disputes/${payment.caseId ?? `new/${match.tradeId}`}`}
                  variant={payment.caseId === null ? 'quiet' : 'primary'}
                  size="small"
                  className={payment.caseId === null ? '-ml-2 mr-auto' : 'mr-auto'}
                >
                  {payment.caseId === null ? t('steps.openCase') : t('steps.viewCase')}
                  <span className="sr-only">{which}</span>
                </ButtonLink>
              )}
              {/* These stay in one line, if it is wide enough. */}
              <div className="flex gap-1.5 max-[16rem]:flex-wrap">
                {/* The unread count is of the trade's room, so open that one. */}
                {!match.offered && (
                  <ButtonLink
                    to={`${chatPath(order, match.counterpartOrderId)}${unread > 0 ? '?room=trade' : ''}`}
                    size="small"
                  >
                    <MessageSquare size={16} />
                    {t('chat.title')}
                    <span className="sr-only">{which}</span>
                    <CountBadge count={unread} what={t('chat.unread')} />
                  </ButtonLink>
                )}
                {conflict === undefined && payment?.caseId == null && (
                  <>
                    <Button size="small" onClick={() => onAction('cancelMatch', match.tradeId)}>
                      {match.offered ? t('match.takeBack') : t('queue.cancelMatch')}
                      <span className="sr-only">{which}</span>
                    </Button>
                    {!match.offered && waits === undefined && (
                      <Button
                        size="small"
                        variant={lacksMarks(payment) === false ? 'primary' : 'secondary'}
                        onClick={() => onAction('complete', match.tradeId)}
                      >
                        {t('queue.complete')}
                        <span className="sr-only">{which}</span>
                      </Button>
                    )}
                  </>
                )}
              </div>
            </div>
          )}
        </td>
      </tr>
    </>
  );
}

interface WaitingConsentProps {
  readonly order: AdminOrderView;
  readonly counterpart: string;
  readonly consent: ConsentView;
}

function WaitingConsent({ order, counterpart, consent }: WaitingConsentProps) {
  const { t } = useTexts();
  const nameOf = (side: 'sell' | 'buy') => (side === order.side ? order.userId.nickname : counterpart);
  return (
    <ul aria-label={t('consent.waits')} className="grid gap-0.5 text-small">
      {consent.of.map((side) => (
        <li key={side} className="flex justify-between gap-2">
          <span className="text-fg">{nameOf(side)}</span>
          <span className="text-fg-muted">
            {consent.given.includes(side) ? t('match.hasAccepted') : t('match.hasNotAnswered')}
          </span>
        </li>
      ))}
      <li>
        <AnswerTimeLeft until={consent.until} />
      </li>
    </ul>
  );
}
