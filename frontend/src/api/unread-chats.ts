import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { call } from './call.ts';
import { chatRoutes } from './chat-routes.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';
import type { AnswerOf } from './route.ts';

export type UnreadChats = AnswerOf<(typeof chatEndpoints)['unread']>;

const unreadQuery = queryOptions({
  queryKey: queryKeys.own.chat.unread,
  queryFn: ({ signal }) => call(chatRoutes.unread, { signal }),
  refetchInterval: pollUnlessPushed(),
});

/** Which rooms hold messages the signed-in person has not read; undefined until known, and for a visitor. */
export function useUnreadChats(): UnreadChats | undefined {
  const signedIn = useSession() !== undefined;
  return useQuery({ ...unreadQuery, enabled: signedIn }).data;
}

/** How many messages of one room are unread. */
export const unreadIn = (chats: UnreadChats | undefined, roomId: string | undefined): number =>
  chats?.rooms.find(({ _id }) => _id === roomId)?.unread ?? 0;
