import { isSocketUp, request, SocketSilent } from '../../../realtime/socket.ts';
import type { ConversationState } from './conversation-state.ts';
import { addRoom } from './history.ts';

/** Whether the socket is in the room of a conversation. `onJoined` runs each time it has joined. */
export function createMembership(state: ConversationState, onJoined: () => Promise<void>) {
  let joined = false;
  const leaveRoom = (id: string): void => void request('leaveRoom', id).catch(() => undefined);
  return {
    isJoined: () => joined,

    /** After a reconnect the socket is in no room. */
    lose: () => {
      joined = false;
    },

    async join(): Promise<void> {
      const id = state.now().room?._id;
      if (id === undefined || !isSocketUp()) return;
      try {
        const answer = await request('joinRoom', id);
        if (state.isClosed()) return leaveRoom(id);
        joined = answer.ok;
        if (!answer.ok) return state.update({ refusal: answer.error });
        state.update({ refusal: answer.refusal });
        addRoom(state, answer.room);
        await onJoined();
      } catch (error) {
        // When the socket comes back, it joins again.
        if (!(error instanceof SocketSilent)) throw error;
      }
    },

    leave: () => {
      const id = state.now().room?._id;
      if (id !== undefined && joined) leaveRoom(id);
    },
  };
}
