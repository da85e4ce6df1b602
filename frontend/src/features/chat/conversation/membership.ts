import { isSocketUp, request, SocketSilent } from '../../../realtime/socket.ts';
import type { ConversationState } from './conversation-state.ts';
import { addRoom } from './history.ts';

/** After no answer to a join. */
const retrySeconds = 3;

/** Of each room the conversation that joined it last: an earlier one that ends does not leave it. */
const lastToJoin = new Map<string, symbol>();

/** Whether the socket is in the room of a conversation. `onJoined` runs each time it has joined. */
export function createMembership(state: ConversationState, onJoined: () => Promise<void>) {
  const self = Symbol();
  let joined = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const leaveRoom = (id: string): void => {
    if (lastToJoin.get(id) === self) request('leaveRoom', id).catch(() => undefined);
  };
  const joinLater = (seconds: number): void => {
    if (!state.isClosed()) retry = setTimeout(() => void join(), seconds * 1_000);
  };

  async function join(): Promise<void> {
    clearTimeout(retry);
    const id = state.now().room?._id;
    // When the socket comes back, it joins again.
    if (id === undefined || !isSocketUp()) return;
    lastToJoin.set(id, self);
    try {
      const answer = await request('joinRoom', id);
      if (state.isClosed()) return leaveRoom(id);
      joined = answer.ok;
      // A busy server says when to ask again.
      if (!answer.ok && answer.retryAfter !== undefined) return joinLater(answer.retryAfter);
      if (!answer.ok) return state.update({ refusal: answer.error });
      state.update({ refusal: answer.refusal });
      addRoom(state, answer.room);
      await onJoined();
    } catch (error) {
      if (!(error instanceof SocketSilent)) throw error;
      joinLater(retrySeconds);
    }
  }

  return {
    isJoined: () => joined,
    join,

    /** After a reconnect the socket is in no room. */
    lose: () => {
      joined = false;
    },

    leave: () => {
      clearTimeout(retry);
      const id = state.now().room?._id;
      if (id !== undefined && joined) leaveRoom(id);
    },
  };
}
