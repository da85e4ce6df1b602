import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { call } from '../../../api/call.ts';
import type { ConversationState } from './conversation-state.ts';
import { gapAfter, withNews } from './messages.ts';
import { unsentOf } from './send-queue.ts';

/** Which room: an order's, a trade's or a support room by its id, or a trade's by its two orders. */
export interface Pointer {
  readonly orderId: string;
  readonly currentOrderInProgress?: string | undefined;
}

const pageSize = 50;
/** A larger gap is closed at the next message, connection or poll. */
const catchUpPagesMax = 20;

/** The server's view of a room may be older than what the socket has delivered since. */
export function addRoom(
  state: ConversationState,
  room: ChatRoomView,
  messages: readonly ChatMessageView[] = [],
): void {
  const known = state.now().room;
  state.add(messages, known === undefined ? room : withNews(room, known, state.me.nickname));
}

/** Reads a room's messages over HTTP. */
export function createHistory(
  state: ConversationState,
  { orderId, currentOrderInProgress }: Pointer,
  onMissed: (message: ChatMessageView) => void,
) {
  let cursor: string | undefined;
  let catchingUp = false;

  async function page() {
    const query = { limit: pageSize, currentOrderInProgress, cursor };
    const { room, items, nextCursor } = await call(chatPaths.messages, { params: { orderId }, query });
    cursor = nextCursor ?? undefined;
    return { room, items, older: { has: cursor !== undefined, loading: false, failed: false } };
  }

  /** Fetches all gaps, and before them the messages after the newest known one if `newest` is set. */
  async function fetchMissing(newest: boolean): Promise<boolean> {
    for (let pages = 0; pages < catchUpPagesMax && !state.isClosed(); pages += 1) {
      const { room, messages } = state.now();
      if (room === undefined) return false;
      const last = newest && pages === 0 ? (messages.at(-1)?.seq ?? 0) : undefined;
      const after = gapAfter(messages, room.lastSeq) ?? last;
      if (after === undefined) return true;
      const answer = await call(chatPaths.messages, {
        params: { orderId: room._id },
        query: { after, limit: 100 },
      });
      for (const message of answer.items) onMissed(message);
      addRoom(state, answer.room, answer.items);
      if (answer.items.length === 0) return true;
    }
    return true;
  }

  return {
    /** Loads the room and its newest messages. */
    load: async (): Promise<void> => {
      state.update({ failure: undefined });
      cursor = undefined;
      const { room, items, older } = await page();
      // Sending a message marks all messages above it as read, so the unread ones are others'.
      const count = room.lastSeq - room.readSeq;
      state.update({
        older,
        outgoing: unsentOf(room._id),
        ...(count > 0 && { unread: { fromSeq: room.readSeq + 1, count } }),
      });
      state.add(items, room);
    },
    loadOlder: async (): Promise<void> => {
      if (cursor === undefined || state.now().older.loading) return;
      state.update({ older: { has: true, loading: true, failed: false } });
      try {
        const { items, older } = await page();
        state.add(items, state.now().room, { older });
      } catch {
        state.update({ older: { has: true, loading: false, failed: true } });
      }
    },
    /** Fetches missing messages. Returns false if another run is under way or the server did not answer. */
    catchUp: async (newest = false): Promise<boolean> => {
      if (catchingUp) return false;
      catchingUp = true;
      try {
        return await fetchMissing(newest);
      } catch {
        return false;
      } finally {
        catchingUp = false;
      }
    },
  };
}
