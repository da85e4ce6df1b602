import { useEffect, useEffectEvent, useRef } from 'react';
import { type UnreadChats, useUnreadChats } from '../../api/unread-chats.ts';
import { usePanelOn } from '../../session/panel-switch.ts';
import { useSession } from '../../session/session.ts';
import { chime, unlockChime } from '../../ui/chime.ts';
import { useTitleCount } from '../../ui/page-title.ts';
import { isRoomOnScreen } from './rooms-on-screen.ts';

/** Shows the number of unread messages in the tab's title, and plays a sound for new ones. */
export default function ChatWatch() {
  const chats = useUnreadChats();
  useTitleCount(chats?.total ?? 0);
  useEffect(unlockChime, []);
  const audible = usePanelOn(useSession()?.admin === true ? 'admins' : 'own');
  const before = useRef<UnreadChats>(undefined);
  const playSound = useEffectEvent((rooms: readonly string[]) => {
    if (audible && rooms.some((room) => !isRoomOnScreen(room))) chime();
  });
  useEffect(() => {
    if (chats === undefined) return;
    playSound(roomsWithMore(before.current, chats));
    before.current = chats;
  }, [chats]);
  return null;
}

type Counts = Pick<UnreadChats, 'rooms'>;

/**
 * Rooms with more unread messages than before; none on the first answer. A user's own messages never count as unread.
 */
export function roomsWithMore(before: Counts | undefined, now: Counts): readonly string[] {
  if (before === undefined) return [];
  const known = new Map(before.rooms.map(({ _id, unread }) => [_id, unread]));
  return now.rooms.filter(({ _id, unread }) => unread > (known.get(_id) ?? 0)).map(({ _id }) => _id);
}
