import type { ChatSessionView } from '@matgyo/contracts/endpoints/chat';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { pollUnlessPushed } from '../../../api/polling.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Whose chats a list shows; the first is what it shows unasked. */
export const shelves = ['sell', 'buy', 'support'] as const;
type Shelf = (typeof shelves)[number];

const pageSize = 50;

export const sessionsQuery = (which: 'live' | 'ended', shelf: Shelf, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.own.chat.sessions({ which, shelf, search }),
    queryFn: ({ pageParam, signal }) =>
      call(which === 'live' ? chatPaths.liveSessions : chatPaths.endedSessions, {
        signal,
        query: {
          limit: pageSize,
          ...(shelf === 'support' ? { kind: 'support' } : { orderType: shelf }),
          // Who searches may mean one in which nothing has been said yet.
          ...(search === '' ? { empty: 'false' as const } : { search }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: pollUnlessPushed(),
  });

/**
 * Where a chat opens: a trade's beside the rooms of its two orders, an order's beside the other order of its newest
 * match, anything else by itself.
 */
export function sessionPath({
  _id,
  kind,
  orderId,
  orderType,
  currentOrderInProgress,
}: ChatSessionView): string {
  if (kind === 'support' || orderType === null) return `/chats/${_id}/support`;
  if (currentOrderInProgress === null) return `/chats/${orderId}/${orderType}`;
  return `/chat/${orderId}/${currentOrderInProgress}/${orderType}${kind === 'trade' ? '?room=trade' : ''}`;
}
