import type { ChatSessionView } from '@matgyo/contracts/endpoints/chat';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { pollUnlessPushed } from '../../../api/polling.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Filters of the list; the first is the default. */
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
          // A search also finds chats without messages.
          ...(search === '' ? { empty: 'false' as const } : { search }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: pollUnlessPushed(),
  });

/** Path of a chat. A trade's opens beside its orders' rooms, an order's beside the other order of its newest match. */
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
