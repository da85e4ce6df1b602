import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { MessageSquare } from 'lucide-react';
import { unreadIn, useUnreadChats } from '../../../api/unread-chats.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { lastingText } from '../../../format/duration.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { chatPath } from '../../../ui/chat-path.ts';
import { classes } from '../../../ui/class-names.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { TradeStatus } from '../../../ui/trade-status.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { Match } from '../matches.ts';

/** One match of an order: counterpart, status, amount, and its chat, also after it has ended. */
export function MatchLine({ match, order }: { readonly match: Match; readonly order: OrderView }) {
  const { t } = useTexts();
  const unread = unreadIn(useUnreadChats(), match.tradeId);
  const now = useNow(30_000);
  const live = match.phase === 'live';
  return (
    <li
      className={classes(
        'flex items-center justify-between gap-3 border-line border-t py-3.5',
        match.offered && 'max-md:flex-wrap',
      )}
    >
      <span className="grid flex-auto">
        <span className="font-strong">{match.counterpart}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
          <TradeStatus status={match.status} />
          {match.overdue && <span className="font-strong text-danger">{t('steps.timeUp')}</span>}
          {live ? lastingText(match.createdAt, now, t) : dateTimeInKorea(match.createdAt)}
        </span>
      </span>
      <span className="grid text-right">
        <span className="font-medium">
          <UsdtAmount value={match.amount} unit />
        </span>
        <span className="text-fg-subtle text-small">
          <KrwAmount value={match.krw} />
        </span>
      </span>
      {match.offered ? (
        <ButtonLink to={`/dashboard/orders/${order._id}`} size="medium" className="ml-auto flex-none">
          {t('consent.see')}
        </ButtonLink>
      ) : (
        <ButtonLink
          to={chatPath(order, match.counterpartOrderId)}
          size="medium"
          className="relative flex-none max-md:size-10 max-md:px-0"
        >
          <MessageSquare size={16} strokeWidth={1.6} />
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
      )}
    </li>
  );
}
