import { chatPaths } from '@matgyo/contracts/paths/chat';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import type { AnswerOf } from './call.ts';
import { liveAnswerTo, queryKeys } from './queries.ts';

export type UnreadChats = AnswerOf<typeof chatPaths.unread>;

/** Rooms with unread messages; undefined while loading, and for a visitor. */
export function useUnreadChats(): UnreadChats | undefined {
  const signedIn = useSession() !== undefined;
  return useQuery({ ...liveAnswerTo(queryKeys.own.chat.lists, chatPaths.unread), enabled: signedIn }).data;
}

export const unreadIn = (chats: UnreadChats | undefined, roomId: string | undefined): number =>
  chats?.rooms.find(({ _id }) => _id === roomId)?.unread ?? 0;
