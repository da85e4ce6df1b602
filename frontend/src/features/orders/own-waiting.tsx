import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { unreadIn, useUnreadChats } from '../../api/unread-chats.ts';
import { durationText, secondsSince } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { chatPath } from './chat-path.ts';
import { type Match, matchesOf } from './matches.ts';
import { useOwnOrders } from './own-orders.ts';

/** A member's to-do list: trades that need action, unread messages, orders awaiting approval. */
export function OwnWaiting() {
  const { t } = useTexts();
  const sells = useOwnOrders('sell');
  const buys = useOwnOrders('buy');
  const chats = useUnreadChats();
  if (sells.inProgress === undefined || buys.inProgress === undefined) return null;
  const live = [...sells.inProgress, ...buys.inProgress].flatMap((order) =>
    matchesOf(order)
      .filter(({ phase }) => phase === 'live')
      .map((match) => ({ order, match })),
  );
  const pending = [sells, buys].map(({ totals }) => totals !== undefined && totals.groups.pending > 0);
  const otherUnread = (chats?.rooms ?? []).some(({ _id }) =>
    live.every(({ match }) => match.tradeId !== _id),
  );
  const none = live.length === 0 && !otherUnread && !pending.includes(true);
  return (
    <section aria-labelledby="own-waiting" className="mt-5">
      <h2 id="own-waiting" className="text-heading">
        {t('waiting.title')}
      </h2>
      {none && <p className="mt-1 text-fg-muted">{t('waiting.none')}</p>}
      <ul className="mt-1">
        {live.map(({ order, match }) => (
          <LiveMatch key={match.tradeId} order={order} match={match} />
        ))}
        {otherUnread && <Waits to="/chats">{t('waiting.unread')}</Waits>}
        {pending[0] === true && <Waits to="/dashboard/sell-history">{t('waiting.pendingSells')}</Waits>}
        {pending[1] === true && <Waits to="/dashboard/buy-history">{t('waiting.pendingBuys')}</Waits>}
      </ul>
    </section>
  );
}

function LiveMatch({ order, match }: { readonly order: OrderView; readonly match: Match }) {
  const { t } = useTexts();
  const now = useNow(30_000);
  const unread = unreadIn(useUnreadChats(), match.tradeId);
  return (
    <Waits to={chatPath(order, match.counterpartOrderId)}>
      <span className="block font-strong">
        {order.side === 'sell' ? t('chat.sellerNext') : t('chat.buyerNext')}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-fg-muted text-small">
        {match.counterpart}
        <UsdtAmount value={match.amount} unit />
        <KrwAmount value={match.krw} />
        <span>{t('order.lasting', { duration: durationText(secondsSince(match.createdAt, now), t) })}</span>
        <CountBadge count={unread} what={t('chat.unread')} />
      </span>
    </Waits>
  );
}

function Waits({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li className="border-line border-b last:border-0">
      <Link
        to={to}
        className="-mx-2 flex min-h-12 items-center gap-3 rounded-sm px-2 py-2 transition-colors duration-fast hover:bg-surface"
      >
        <span className="min-w-0 flex-auto">{children}</span>
        <ChevronRight size={18} strokeWidth={1.6} className="flex-none text-fg-subtle" />
      </Link>
    </li>
  );
}
