import { atStop, type BackgroundWork } from '../../platform/background.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { membersOf } from './chat-policy.ts';
import type { ChatRoom } from './chat-room.ts';

/** Lists fetch a busy room once for its changes of this long. */
const collectMs = 50;

/** Reports a changed room to the chat lists of its members and of admins, soon. */
export type ReportRoom = (room: ChatRoom) => void;

export function createRoomReports(push: Pick<Push, 'toMember' | 'toAdmins'>): {
  readonly reportRoom: ReportRoom;
  /** Sends what has been collected when it ends. */
  readonly work: BackgroundWork;
} {
  const changed = new Map<string, ChatRoom>();
  const send = (): void => {
    const rooms = [...changed.values()];
    changed.clear();
    for (const room of rooms) {
      const event = { keys: [`chat:${room.id}`] };
      for (const memberId of membersOf(room)) push.toMember(memberId, 'changed', event);
      push.toAdmins('changed', event);
    }
  };
  return {
    reportRoom(room) {
      if (changed.size === 0) setTimeout(send, collectMs);
      changed.set(room.id, room);
    },
    work: atStop(async () => send()),
  };
}
