import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { MessageSquare } from 'lucide-react';
import { unreadIn, useUnreadChats } from '../../../api/unread-chats.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { chatPath } from '../../../ui/chat-path.ts';
import { classes } from '../../../ui/class-names.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import type { Match } from '../matches.ts';

interface MatchChatProps {
  readonly match: Match;
  readonly order: OrderView;
  readonly className: string;
}

/** The button of a match's chat, with its unread messages. */
export function MatchChat({ match, order, className }: MatchChatProps) {
  const { t } = useTexts();
  const unread = unreadIn(useUnreadChats(), match.tradeId);
  return (
    <ButtonLink
      to={chatPath(order, match.counterpartOrderId, match.tradeId)}
      size="medium"
      className={classes('flex-none max-md:size-10 max-md:px-0', className)}
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
  );
}
