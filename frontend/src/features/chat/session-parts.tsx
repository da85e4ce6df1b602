import { imageOnlyContent } from '@matgyo/contracts/chat-rules';
import type { ChatSessionView } from '@matgyo/contracts/endpoints/chat';
import { dateTimeInKorea, timeAgo } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { TradeStatus } from '../../ui/order-status.tsx';
import { useNow } from '../../ui/use-now.ts';

interface SessionProps {
  readonly session: ChatSessionView;
}

/** The amount and status of the match that a chat is about. */
export const SessionTrade = ({ session: { trade } }: SessionProps) =>
  trade !== null && (
    <>
      <UsdtAmount value={trade.amount} unit />
      <TradeStatus trade={trade} />
    </>
  );

/** How many messages are unread, and when the last one came. */
export function SessionNews({ session: { unread, updatedAt } }: SessionProps) {
  const { t, language } = useTexts();
  const now = useNow(30_000);
  return (
    <>
      <CountBadge count={unread} what={t('chat.unread')} />
      <time dateTime={updatedAt} title={dateTimeInKorea(updatedAt)} className="whitespace-nowrap">
        {timeAgo(updatedAt, now, language) ?? t('time.justNow')}
      </time>
    </>
  );
}

export function useLastText({ lastMessage }: ChatSessionView): string | undefined {
  const { t } = useTexts();
  return lastMessage?.content === imageOnlyContent ? t('chat.imageOnly') : lastMessage?.content;
}
