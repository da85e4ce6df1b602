import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { listenTo, watchSocket } from '../../../realtime/socket.ts';
import { pollWhileSocketDown } from '../../../realtime/while-down.ts';
import { type ConversationState, createConversationState, type User } from './conversation-state.ts';
import { createHistory, type Pointer } from './history.ts';
import { createMembership } from './membership.ts';
import { gapAfter, withRead } from './messages.ts';
import { createReading } from './reading.ts';
import { createSendQueue } from './send-queue.ts';
import { trackTyping } from './typing.ts';

export type OpenConversation = ReturnType<typeof openConversation>;

/**
 * One open room: its messages, and the changes while it is open. New messages come by the socket; missing ones are
 * fetched over HTTP, and while the socket is down the room is polled.
 */
export function openConversation(pointer: Pointer, me: User) {
  const state = createConversationState(me);
  const reading = createReading(state);
  const countUnread = (message: ChatMessageView) => reading.isLooking() || state.countUnread(message);
  const history = createHistory(state, pointer, countUnread);
  const queue = createSendQueue(state, receive);
  const typing = trackTyping((typists) => state.update({ typing: typists }));
  const membership = createMembership(state, async () => {
    await history.catchUp();
    queue.resend();
    markRead();
  });

  async function load(): Promise<void> {
    try {
      await history.load();
      await membership.join();
    } catch (failure) {
      state.update({ failure });
    }
  }

  async function poll(): Promise<void> {
    if (!(await history.catchUp(true))) return;
    queue.resend();
    reading.report();
  }

  function receive(message: ChatMessageView): void {
    const { room } = state.now();
    if (room === undefined || message.room !== room._id) return;
    typing.stop(message.sender);
    countUnread(message);
    state.add([message], {
      ...room,
      lastSeq: Math.max(room.lastSeq, message.seq),
      // A sender has read everything above the message.
      readSeq: message.sender === me.nickname ? Math.max(room.readSeq, message.seq) : room.readSeq,
    });
    if (gapAfter(state.now().messages, message.seq) !== undefined) void history.catchUp();
    markRead();
  }

  /** Sent at once while the socket is up, otherwise with each poll. */
  function markRead(): void {
    if (membership.isJoined()) reading.report();
  }

  const cancels = [
    listenTo('message', receive),
    // The server does not know which messages it failed to deliver.
    listenTo('changed', ({ keys }) => void (keys.includes('everything') && history.catchUp(true))),
    ...followOthers(state, typing, membership),
    pollWhileSocketDown(poll),
    watchSocket(() => {
      membership.lose();
      reading.reportAgain();
      const { room, failure } = state.now();
      void (room === undefined && failure !== undefined ? load() : membership.join());
    }),
  ];
  void load();

  return {
    current: state.now,
    watch: state.watch,
    load: () => void load(),
    older: () => void history.loadOlder(),
    send: queue.send,
    retry: queue.retry,
    discard: queue.discard,
    attend: (looking: boolean) => {
      reading.look(looking);
      markRead();
    },
    close: () => {
      membership.leave();
      queue.close();
      state.close();
      typing.close();
      for (const cancel of cancels) cancel();
    },
  };
}

/**
 * What others do in an open room besides writing: they type, they read, an admin closes it, activates the account that
 * may not write in it, or matches its order. Returns how to stop.
 */
function followOthers(
  state: ConversationState,
  typing: Pick<ReturnType<typeof trackTyping>, 'start'>,
  membership: Pick<ReturnType<typeof createMembership>, 'join'>,
) {
  const { nickname } = state.me;
  const here = (id: string) => {
    const { room } = state.now();
    return room?._id === id ? room : undefined;
  };
  return [
    listenTo('typing', ({ room, ...typist }) => {
      if (here(room) && typist.sender !== nickname) typing.start(typist);
    }),
    listenTo('read', ({ room: id, ...mark }) => {
      const room = here(id);
      if (room) state.add([], withRead(room, mark, nickname));
    }),
    listenTo('closed', ({ room: id, closedAt }) => {
      const room = here(id);
      if (room) state.update({ room: { ...room, closed: true, closedAt } });
    }),
    listenTo('changed', ({ keys }) => {
      const { room, refusal } = state.now();
      const has = (kind: string) => keys.some((key) => key.startsWith(kind));
      const mayBeActive = refusal !== undefined && has('member:');
      // Admins get the changes of all trades, and need none here.
      const mayBeMatched = room?.kind === 'order' && !state.me.admin && has('trade:');
      if (mayBeActive || mayBeMatched) void membership.join();
    }),
  ];
}
