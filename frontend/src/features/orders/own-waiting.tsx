import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { unreadIn, useUnreadChats } from '../../api/unread-chats.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { classes } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { PlaceOrderLinks } from '../../ui/place-order-links.tsx';
import { TimeLeft } from '../../ui/time-left.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { AnswerTimeLeft } from './consent-card.tsx';
import { liveMatchesOf, type Match } from './matches.ts';
import { type OwnOrders, useOwnOrders } from './own-orders.ts';
import { useLiveMatch } from './use-live-match.ts';

/** What is in progress for a member: live trades with their next step, unread messages, orders that wait. */
export function OwnWaiting() {
  const { t } = useTexts();
  const sells = useOwnOrders('sell');
  const buys = useOwnOrders('buy');
  const chats = useUnreadChats();
  if (sells.inProgress === undefined || buys.inProgress === undefined) return null;
  const live = [...sells.inProgress, ...buys.inProgress]
    .toSorted((a, b) => Number(b.waitsForOwner) - Number(a.waitsForOwner))
    .flatMap((order) => liveMatchesOf(order).map((match) => ({ order, match })));
  const waiting = [...waitingOrders('sell', sells), ...waitingOrders('buy', buys)];
  const otherUnread = (chats?.rooms ?? []).some(({ _id }) =>
    live.every(({ match }) => match.tradeId !== _id),
  );
  const none = live.length === 0 && !otherUnread && waiting.length === 0;
  return (
    <TitledSection className="mt-5" title={t('waiting.title')}>
      {none && (
        <>
          <p className="mt-1 mb-3 text-fg-muted">{t('waiting.none')}</p>
          <PlaceOrderLinks />
        </>
      )}
      <ul className="mt-1">
        {live.map(({ order, match }) => (
          <LiveMatch key={match.tradeId} order={order} match={match} />
        ))}
        {otherUnread && <Waits to="/chats">{t('waiting.unread')}</Waits>}
        {waiting.map(({ side, state, count }) => (
          <Waits key={`${side} ${state}`} to={`/dashboard/${side}-history`}>
            {t(`waiting.${state}.${side}`, { count })}
          </Waits>
        ))}
      </ul>
    </TitledSection>
  );
}

/** The numbers of orders that wait for approval, and for a match. */
function waitingOrders(side: Side, { totals }: OwnOrders) {
  if (totals === undefined) return [];
  const { pending, open, partial } = totals.groups;
  return [
    { side, state: 'pending' as const, count: pending },
    { side, state: 'open' as const, count: open + partial },
  ].filter(({ count }) => count > 0);
}

function LiveMatch({ order, match }: { readonly order: OrderView; readonly match: Match }) {
  const { t } = useTexts();
  const unread = unreadIn(useUnreadChats(), match.tradeId);
  const { payment, text, mine, lasting, path } = useLiveMatch(order, match);
  return (
    <Waits to={path} badge={<CountBadge count={unread} what={t('chat.unread')} />}>
      <span className={classes('block min-h-[1lh]', mine && 'font-strong')}>{text}</span>
      <span className="flex flex-wrap items-center gap-x-2 text-fg-muted text-small">
        {match.counterpart}
        <UsdtAmount value={match.amount} unit />
        <KrwAmount value={match.krw} />
        <span>{lasting}</span>
      </span>
      {payment?.consent && <AnswerTimeLeft until={payment.consent.until} />}
      {payment?.next && <TimeLeft next={payment.next} />}
    </Waits>
  );
}

interface WaitsProps {
  readonly to: string;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

function Waits({ to, badge, children }: WaitsProps) {
  return (
    <li className="border-line border-b last:border-0">
      <Link
        to={to}
        className="-mx-2 flex min-h-12 items-center gap-3 rounded-sm px-2 py-2 transition-colors duration-fast hover:bg-surface"
      >
        <div className="min-w-0 flex-auto">{children}</div>
        {badge}
        <ChevronRight size={18} className="flex-none text-fg-subtle" />
      </Link>
    </li>
  );
}
