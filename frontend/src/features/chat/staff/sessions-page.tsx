import type { ChatSessionView } from '@matgyo/contracts/endpoints/chat';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pages, pollUnlessPushed, queryKeys } from '../../../api/queries.ts';
import { useUnreadChats } from '../../../api/unread-chats.ts';
import { useTexts } from '../../../i18n/index.ts';
import { chatPath } from '../../../ui/chat-path.ts';
import { Segments } from '../../../ui/choice.tsx';
import { classes } from '../../../ui/class-names.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { PageSearch } from '../../../ui/filter-field.tsx';
import { Paged } from '../../../ui/paged.tsx';
import { Empty, Skeleton } from '../../../ui/placeholder.tsx';
import { NothingFound, StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { SessionNews, SessionTrade, useLastText } from '../session-parts.tsx';

/** Chats with sellers, buyers, or support chats, newest message first. */
export default function SessionsPage({ which }: { readonly which: 'live' | 'ended' }) {
  const { t } = useTexts();
  const address = useAddress();
  const choice = address.choice('of', shelves);
  const shelf = choice.chosen;
  const search = address.read('search');
  const list = useInfiniteQuery({
    ...pages(queryKeys.own.chat.lists, which === 'live' ? chatPaths.liveSessions : chatPaths.endedSessions, {
      ...(shelf === 'support' ? { kind: 'support' } : { orderType: shelf }),
      // A search also finds chats without messages.
      search,
      empty: search === '' ? 'false' : '',
    }),
    refetchInterval: pollUnlessPushed(),
  });
  const unread = useUnreadChats()?.lists;
  const badge = (of: Shelf) =>
    which === 'live' && <CountBadge count={unread?.[of] ?? 0} what={t('chat.unread')} />;
  const title = which === 'live' ? t('chat.title') : t('staff.endedChats');
  return (
    <StaffPage title={title} intro={which === 'live' ? t('chats.liveIntro') : t('chats.endedIntro')}>
      <div className="mt-4 mb-2 flex flex-wrap items-center gap-x-4 gap-y-2.5 max-md:*:w-full">
        <Segments
          label={t('chats.which')}
          {...choice}
          choices={[
            { value: 'sell', label: t('chats.sellers'), badge: badge('sell') },
            { value: 'buy', label: t('chats.buyers'), badge: badge('buy') },
            { value: 'support', label: t('chats.support'), badge: badge('support') },
          ]}
        />
        <PageSearch label={shelf === 'support' ? t('member.nickname') : t('chats.search')} />
      </div>
      <Paged
        list={list}
        failed={t('chat.allFailed')}
        skeleton={['a', 'b', 'c', 'd'].map((row) => (
          <div key={row} className={`${rowClass} border-line border-b`}>
            <Skeleton className="w-32" />
            <Skeleton className="w-full max-w-[24rem]" />
            <Skeleton className="w-14" />
          </div>
        ))}
        none={
          search !== '' ? (
            <NothingFound title={t('chats.noneSuch')} text={t('chats.noneSuchText')} filters={['search']} />
          ) : (
            <Empty
              title={t('chats.none')}
              text={which === 'live' ? t('chats.noneLive') : t('chats.noneEnded')}
            />
          )
        }
      >
        {(sessions) => (
          <ul>
            {sessions.map((session) => (
              <Session key={session._id} session={session} />
            ))}
          </ul>
        )}
      </Paged>
    </StaffPage>
  );
}

const rowClass =
  'grid min-h-16 items-center gap-x-4 grid-cols-[minmax(0,1fr)_auto] py-2.5 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_7rem]';

function Session({ session }: { readonly session: ChatSessionView }) {
  const { t } = useTexts();
  const { nickname, counterpartNickname, orderCode, kind, lastMessage, unread } = session;
  const lastText = useLastText(session);
  return (
    <li className="border-line border-b last:border-0">
      <Link
        to={sessionPath(session)}
        className={classes(
          rowClass,
          '-mx-2 rounded-sm px-2 transition-colors duration-fast hover:bg-surface',
        )}
      >
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-strong">
            <span className="truncate">{nickname}</span>
            {counterpartNickname !== null && (
              <>
                <ArrowLeftRight size={14} strokeWidth={1.8} className="text-fg-subtle" />
                <span className="truncate">{counterpartNickname}</span>
              </>
            )}
          </span>
          <span className="flex flex-wrap gap-x-1.5 text-fg-subtle text-micro">
            {kind === 'support' ? t('chats.support') : orderCode}
            {kind === 'trade' && <span>{t('chats.trade')}</span>}
            <SessionTrade session={session} />
          </span>
        </span>
        <span
          className={classes(
            'truncate text-small max-md:order-3 max-md:col-span-2',
            unread > 0 ? 'font-medium text-fg' : 'text-fg-muted',
            lastMessage === null && 'text-fg-subtle',
          )}
        >
          {lastMessage === null ? t('chat.none') : `${lastMessage.sender}: ${lastText}`}
        </span>
        <span className="flex items-center justify-end gap-2 justify-self-end text-right text-fg-subtle text-micro">
          <SessionNews session={session} />
        </span>
      </Link>
    </li>
  );
}

/** Filters of the list; the first is the default. */
const shelves = ['sell', 'buy', 'support'] as const;
type Shelf = (typeof shelves)[number];

/** Path of a chat. A trade's opens beside its orders' rooms, an order's beside the other order of its match. */
function sessionPath({ _id, kind, orderId, orderType, currentOrderInProgress }: ChatSessionView): string {
  if (kind === 'support' || orderType === null) return `/chats/${_id}/support`;
  if (currentOrderInProgress === null) return `/chats/${orderId}/${orderType}`;
  const order = { _id: orderId, side: orderType };
  return kind === 'trade'
    ? `${chatPath(order, currentOrderInProgress, _id)}&room=trade`
    : chatPath(order, currentOrderInProgress);
}
