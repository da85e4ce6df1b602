import type { UnreadChats } from '../../api/unread-chats.ts';

type Counts = Pick<UnreadChats, 'rooms'>;

/**
 * Rooms in which more is unread than before. What one writes oneself is never unread; and what the first answer brings
 * is no news.
 */
export function roomsWithMore(before: Counts | undefined, now: Counts): readonly string[] {
  if (before === undefined) return [];
  const known = new Map(before.rooms.map(({ _id, unread }) => [_id, unread]));
  return now.rooms.filter(({ _id, unread }) => unread > (known.get(_id) ?? 0)).map(({ _id }) => _id);
}
