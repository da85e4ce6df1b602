import type { ChatSessionView } from '@matgyo/contracts/endpoints/chat';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pages, pollUnlessPushed, queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { chatPath } from '../../ui/chat-path.ts';
import { classes } from '../../ui/class-names.ts';
import { Page } from '../../ui/page.tsx';
import { Paged } from '../../ui/paged.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { unsentOf } from './conversation/send-queue.ts';
import { SessionNews, SessionTrade, useLastText } from './session-parts.tsx';

const ownChats = infiniteQueryOptions({
  ...pages(queryKeys.own.chat.lists, chatPaths.ownSessions, { limit: 30 }),
  refetchInterval: pollUnlessPushed(),
});

const pathOf = ({ _id, kind, orderId, orderType, currentOrderInProgress }: ChatSessionView): string => {
  if (kind === 'support' || orderType === null) return '/dashboard/one-on-one';
  return kind === 'trade' && currentOrderInProgress !== null
    ? chatPath({ _id: orderId, side: orderType }, currentOrderInProgress, _id)
    : `/chats/${orderId}/${orderType}`;
};

export default function OwnChatsPage() {
  const { t } = useTexts();
  return (
    <Page title={t('menu.chats')}>
      <p className="mb-3 text-fg-muted">{t('chat.mineText')}</p>
      <Paged
        list={useInfiniteQuery(ownChats)}
        failed={t('chat.allFailed')}
        skeleton={['a', 'b', 'c'].map((row) => (
          <div key={row} className="grid min-h-16 content-center gap-1.5 border-line border-b">
            <Skeleton className="w-32" />
            <Skeleton className="w-full max-w-[24rem]" />
          </div>
        ))}
        none={
          <Empty
            title={t('chat.mineNone')}
            text={t('chat.mineNoneText')}
            action={
              <ButtonLink to="/dashboard/one-on-one" variant="primary">
                {t('menu.oneOnOne')}
              </ButtonLink>
            }
          />
        }
      >
        {(chats) => (
          <ul>
            {chats.map((chat) => (
              <Chat key={chat._id} chat={chat} />
            ))}
          </ul>
        )}
      </Paged>
    </Page>
  );
}

function Chat({ chat }: { readonly chat: ChatSessionView }) {
  const { t } = useTexts();
  const me = useSession()?.nickname;
  const { kind, counterpartNickname, orderCode, lastMessage, unread, closed } = chat;
  const lastText = useLastText(chat);
  const hasUnsent = unsentOf(chat._id).length > 0;
  return (
    <li className="border-line border-b last:border-0">
      <Link
        to={pathOf(chat)}
        className="-mx-2 grid min-h-16 grid-cols-[minmax(0,1fr)] rounded-sm px-2 py-2.5 transition-colors duration-fast hover:bg-surface"
      >
        <span className="flex items-center justify-between gap-x-4">
          <span className="truncate font-strong">{counterpartNickname ?? t('role.admin')}</span>
          <span className="flex flex-none items-center gap-2 text-fg-subtle text-small">
            <SessionNews session={chat} />
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
          {kind === 'support' ? t('menu.oneOnOne') : orderCode}
          <SessionTrade session={chat} />
        </span>
        <span
          className={classes('truncate text-small', unread > 0 ? 'font-medium text-fg' : 'text-fg-muted')}
        >
          {hasUnsent && <span className="text-danger">{`${t('chat.unsent')} · `}</span>}
          {closed && `${t('chat.ended')} · `}
          {lastText === undefined
            ? t('chat.none')
            : lastMessage?.sender === me
              ? t('chat.mine', { message: lastText })
              : lastText}
        </span>
      </Link>
    </li>
  );
}
