import { useEffect, useEffectEvent, useRef } from 'react';
import { type UnreadChats, useUnreadChats } from '../../api/unread-chats.ts';
import { usePanelOn } from '../../session/panel-switch.ts';
import { useSession } from '../../session/session.ts';
import { useTitleCount } from '../../shell/page-title.ts';
import { chime, unlockChime } from '../../ui/chime.ts';
import { isRoomOnScreen } from './rooms-on-screen.ts';
import { roomsWithMore } from './rooms-with-more.ts';

/** While somebody is signed in: counts in the tab's title what they have not read, and sounds for what is new. */
export default function ChatWatch() {
  const chats = useUnreadChats();
  useTitleCount(chats?.total ?? 0);
  useEffect(unlockChime, []);
  const audible = usePanelOn(useSession()?.admin === true ? 'adminnotifications' : 'notifications');
  const before = useRef<UnreadChats>(undefined);
  const hear = useEffectEvent((rooms: readonly string[]) => {
    if (audible && rooms.some((room) => !isRoomOnScreen(room))) chime();
  });
  useEffect(() => {
    if (chats === undefined) return;
    hear(roomsWithMore(before.current, chats));
    before.current = chats;
  }, [chats]);
  return null;
}
