import type { UnreadChats } from '../../api/unread-chats.ts';

type Counts = Pick<UnreadChats, 'rooms'>;

/**
 * Rooms with more unread messages than before; none on the first answer. A user's own messages never count as unread.
 */
export function roomsWithMore(before: Counts | undefined, now: Counts): readonly string[] {
  if (before === undefined) return [];
  const known = new Map(before.rooms.map(({ _id, unread }) => [_id, unread]));
  return now.rooms.filter(({ _id, unread }) => unread > (known.get(_id) ?? 0)).map(({ _id }) => _id);
}
