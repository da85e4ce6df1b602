import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { makeListeners } from '../../../session/listeners.ts';
import type { Session } from '../../../session/session.ts';
import type { Unread } from './conversation-items.ts';
import { merge, type Outgoing, readByOthers, unsent } from './messages.ts';
import type { Typist } from './typing.ts';

export interface Conversation {
  readonly room: ChatRoomView | undefined;
  readonly messages: readonly ChatMessageView[];
  readonly outgoing: readonly Outgoing[];
  readonly unread: Unread | undefined;
  /** Why the room could not be loaded. */
  readonly failure: unknown;
  /** The server's text on why this user may not take part. */
  readonly refusal: string | undefined;
  readonly older: { readonly has: boolean; readonly loading: boolean; readonly failed: boolean };
  readonly typing: readonly Typist[];
  /** The last message that its intended readers have read. */
  readonly readSeq: number;
}

export type User = Pick<Session, 'nickname' | 'admin'>;

const empty: Conversation = {
  room: undefined,
  messages: [],
  outgoing: [],
  unread: undefined,
  failure: undefined,
  refusal: undefined,
  older: { has: false, loading: false, failed: false },
  typing: [],
  readSeq: 0,
};

export type ConversationState = ReturnType<typeof createConversationState>;

/** The observable state of one open room. After `close` it does not change. */
export function createConversationState(me: User) {
  let now = empty;
  let closed = false;
  const watchers = makeListeners();

  function update(change: Partial<Conversation>): void {
    if (closed) return;
    now = { ...now, ...change };
    watchers.notify();
  }

  return {
    me,
    now: () => now,
    update,
    /** Adds messages and related changes in one update, so that the screen moves once. */
    add: (
      incoming: readonly ChatMessageView[],
      room = now.room,
      related: Partial<Conversation> = {},
    ): void => {
      const messages = merge(now.messages, incoming);
      update({
        messages,
        outgoing: unsent(now.outgoing, messages, me.nickname),
        ...(room !== undefined && { room, readSeq: readByOthers(room, me.admin) }),
        ...related,
      });
    },
    /** Counts an unread message, and marks where they begin. */
    countUnread: ({ seq, sender }: ChatMessageView): void => {
      const { unread, room, messages } = now;
      if (sender === me.nickname || seq <= (messages.at(-1)?.seq ?? 0)) return;
      const current = unread !== undefined && unread.fromSeq > (room?.readSeq ?? 0) ? unread : undefined;
      update({
        unread: current === undefined ? { fromSeq: seq, count: 1 } : { ...current, count: current.count + 1 },
      });
    },
    watch: watchers.subscribe,
    close: () => {
      closed = true;
    },
    isClosed: () => closed,
  };
}
