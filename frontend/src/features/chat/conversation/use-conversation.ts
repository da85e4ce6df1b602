import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../session/session.ts';
import { type OpenConversation, openConversation } from './conversation.ts';
import type { Conversation } from './conversation-state.ts';

const never = () => () => undefined;
const none = () => undefined;

/** Opens a room while it is on screen. Undefined until the first effect has run. */
export function useConversation(orderId: string, currentOrderInProgress?: string) {
  const session = useSession();
  const nickname = session?.nickname ?? '';
  const admin = session?.admin === true;
  const [open, setOpen] = useState<OpenConversation>();
  useEffect(() => {
    const opened = openConversation({ orderId, currentOrderInProgress }, { nickname, admin });
    setOpen(opened);
    return () => {
      setOpen(undefined);
      opened.close();
    };
  }, [orderId, currentOrderInProgress, nickname, admin]);
  const now = useSyncExternalStore<Conversation | undefined>(open?.watch ?? never, open?.current ?? none);
  return open === undefined || now === undefined ? undefined : { open, now };
}
