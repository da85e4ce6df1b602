import type { NotificationView, PushedNotification } from '@matgyo/contracts/endpoints/notifications';
import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/call.ts';
import { pages, pollUnlessPushed, queryKeys } from '../../api/queries.ts';
import type { Language } from '../../i18n/language.ts';
import type { Box } from '../../session/panel-switch.ts';
import { mergeUnread, newerFirst } from './merge-notifications.ts';

const keys = queryKeys.own.notifications;

const ownLists = [
  notificationPaths.ownUnreadSellOrders,
  notificationPaths.ownUnreadBuyOrders,
  notificationPaths.ownUnreadChatSession,
  notificationPaths.ownUnreadRegistration,
  notificationPaths.ownUnreadInquiry,
] as const;

/** The unread lists, by topic (specification, section 7). */
export const unreadLists = {
  admins: [
    notificationPaths.unreadSellOrders,
    notificationPaths.unreadBuyOrders,
    notificationPaths.unreadChatSession,
    notificationPaths.unreadRegistration,
    notificationPaths.unreadInquiry,
    ...ownLists,
  ],
  own: ownLists,
} as const;

const pageSize = 20;

type List = InfiniteData<AnswerOf<typeof notificationPaths.notifications>, string | undefined>;

/**
 * All unread notifications of a box, newest first: pushed, or polled every 3 s without the socket (section 7). The server
 * sends text, so each language has lists of its own.
 */
export const unreadQuery = (box: Box, language: Language) =>
  queryOptions({
    queryKey: [...keys, 'unread', box, language],
    queryFn: async ({ signal }) =>
      mergeUnread(await Promise.all(unreadLists[box].map((each) => call(each, { signal })))),
    refetchInterval: pollUnlessPushed(),
    // Failures are logged and retried with the next poll (section 8).
    throwOnError: false,
  });

export const listQuery = (box: Box, language: Language) =>
  infiniteQueryOptions({
    ...pages([...keys, language], notificationPaths.notifications, {
      limit: pageSize,
      isForAdmin: box === 'own' ? 'false' : undefined,
    }),
    throwOnError: false,
  });

/** Adds a pushed notification to the unread ones, unless it is there already. */
export function insertPushed(
  queryClient: QueryClient,
  box: Box,
  { messages, ...pushed }: PushedNotification,
  language: Language,
): void {
  const { queryKey } = unreadQuery(box, language);
  const arrived: NotificationView = { ...pushed, message: messages[language], read: false };
  queryClient.setQueryData(queryKey, (unread) => unread && mergeUnread([[arrived], unread]));
  refetchIfFetching(queryClient);
}

/** Marks these of a box as read, in the lists of all languages. Others may have come since they were chosen. */
export function rememberRead(queryClient: QueryClient, box: Box, ids: readonly string[]): void {
  const isMeant = ({ _id }: NotificationView) => ids.includes(_id);
  for (const language of ['ko', 'en'] as const) {
    const { queryKey } = unreadQuery(box, language);
    const unread = queryClient.getQueryData(queryKey) ?? [];
    queryClient.setQueryData<List>(
      listQuery(box, language).queryKey,
      (list) => list && markRead(list, unread, isMeant),
    );
    queryClient.setQueryData(queryKey, (all) => all?.filter((each) => !isMeant(each)));
  }
  refetchIfFetching(queryClient);
}

/** The pages with those marked, and before them the unread ones that came after the pages were loaded. */
function markRead(
  list: List,
  unread: readonly NotificationView[],
  isMeant: (each: NotificationView) => boolean,
): List {
  const [newest] = list.pages.flatMap(({ items }) => items);
  const since = unread.filter((each) => newest === undefined || newerFirst(each, newest) < 0);
  const mark = (each: NotificationView) => (isMeant(each) ? { ...each, read: true } : each);
  return {
    ...list,
    pages: list.pages.map((page, index) => ({
      ...page,
      items: (index === 0 ? [...since, ...page.items] : page.items).map(mark),
    })),
  };
}

/** A response that is under way is from before the change. */
function refetchIfFetching(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: keys, fetchStatus: 'fetching' });
}
