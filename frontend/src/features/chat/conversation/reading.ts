import { pollEveryMs } from '../../../api/queries.ts';
import { noteRoomOnScreen } from '../rooms-on-screen.ts';
import type { ConversationState } from './conversation-state.ts';
import { withRead } from './messages.ts';
import { sendRead } from './requests.ts';

/** How far the user has read an open room: messages count as read while they look at the newest ones. */
export function createReading(state: ConversationState) {
  const { nickname } = state.me;
  let looking = false;
  let reported = 0;

  const showRead = (seq: number) => {
    const { room } = state.now();
    if (room !== undefined)
      state.update({ room: withRead(room, { reader: nickname, role: 'member', seq }, nickname) });
  };

  /** Reports what is new; while the server is busy or does not answer, again and again. */
  const report = () => {
    const { room } = state.now();
    if (room === undefined || !looking || room.lastSeq <= Math.max(room.readSeq, reported)) return;
    reported = room.lastSeq;
    void sendRead(room._id, reported).then((outcome) => {
      if (outcome === 'read') showRead(reported);
      if (outcome !== 'unknown') return;
      reported = 0;
      setTimeout(() => state.isClosed() || report(), pollEveryMs);
    });
  };

  return {
    isLooking: () => looking,
    /** Reports at once: the user may leave before the socket has joined the room. */
    look(now: boolean) {
      const id = state.now().room?._id;
      if (id === undefined || now === looking) return;
      noteRoomOnScreen(id, now);
      looking = now;
      report();
    },
    report,
    /** The server may have missed the last report. */
    reportAgain() {
      reported = 0;
    },
  };
}
