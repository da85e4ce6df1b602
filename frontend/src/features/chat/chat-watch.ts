import { useEffect, useEffectEvent, useRef } from 'react';
import { type UnreadChats, useUnreadChats } from '../../api/unread-chats.ts';
import { usePanelOn } from '../../session/panel-switch.ts';
import { useSession } from '../../session/session.ts';
import { useTitleCount } from '../../shell/page-title.ts';
import { chime, unlockChime } from '../../ui/chime.ts';
import { isRoomOnScreen } from './rooms-on-screen.ts';
import { roomsWithMore } from './rooms-with-more.ts';

/** Shows the number of unread messages in the tab's title, and plays a sound for new ones. */
export default function ChatWatch() {
  const chats = useUnreadChats();
  useTitleCount(chats?.total ?? 0);
  useEffect(unlockChime, []);
  const audible = usePanelOn(useSession()?.admin === true ? 'adminnotifications' : 'notifications');
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
