import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { call, newUuid } from '../../../api/call.ts';
import { pollEveryMs } from '../../../api/polling.ts';
import { ask, isSocketUp, listenTo, SocketSilent, watchSocket } from '../../../realtime/socket.ts';
import { whileSocketDown } from '../../../realtime/while-down.ts';
import { noteRoomOnScreen } from '../rooms-on-screen.ts';
import type { Unread } from './lines.ts';
import {
  gapAfter,
  isWaiting,
  merge,
  type Outgoing,
  readByOthers,
  unsent,
  withNews,
  withRead,
} from './messages.ts';
import { keep, keptFor } from './outbox.ts';
import { refusalOf, sayMessage, sayRead } from './speak.ts';

/** Which room: an order's, a trade's or a support one by its id, or a trade's by its two orders. */
export interface Pointer {
  readonly orderId: string;
  readonly currentOrderInProgress?: string | undefined;
}

export interface Conversation {
  readonly room: ChatRoomView | undefined;
  readonly messages: readonly ChatMessageView[];
  readonly outgoing: readonly Outgoing[];
  readonly unread: Unread | undefined;
  /** The room could not be loaded. */
  readonly failure: unknown;
  /** Why one may not take part, in the server's words. */
  readonly refusal: string | undefined;
  readonly older: { readonly has: boolean; readonly loading: boolean; readonly failed: boolean };
  /** Who is writing now. */
  readonly typing: readonly string[];
  /** How far those have read for whom one writes. */
  readonly readSeq: number;
}

export interface Person {
  readonly nickname: string;
  readonly admin: boolean;
}

const pageSize = 50;
/** Nobody says that they stopped writing. */
const typingLastsMs = 4_000;
/** A gap larger than this many pages is closed when the room is next heard of. */
const mostPagesAtOnce = 20;

const nothingYet: Conversation = {
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

/**
 * One open room: its messages, and what comes and goes while it is open. The socket tells what is new; a number that
 * is missing is asked for over HTTP, and while the socket is down so is whatever is new.
 */
export function openConversation(pointer: Pointer, me: Person) {
  let state = nothingYet;
  let cursor: string | undefined;
  let closed = false;
  let joined = false;
  let attentive = false;
  let catchingUp = false;
  let readSent = 0;
  let sending: Promise<void> = Promise.resolve();
  let again: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();
  const typingEnds = new Map<string, ReturnType<typeof setTimeout>>();
  const cancels: (() => void)[] = [];

  function become(change: Partial<Conversation>): void {
    if (closed) return;
    state = { ...state, ...change };
    for (const watcher of watchers) watcher();
  }

  /** Takes in messages, and what is learnt with them, in one change: a screen that follows it moves once. */
  function know(
    incoming: readonly ChatMessageView[],
    room = state.room,
    also: Partial<Conversation> = {},
  ): void {
    const messages = merge(state.messages, incoming);
    become({
      messages,
      outgoing: unsent(state.outgoing, messages, me.nickname),
      ...(room !== undefined && { room, readSeq: readByOthers(room, me.admin) }),
      ...also,
    });
  }

  /** What a room says of itself may be older than what was heard since. */
  const newer = (room: ChatRoomView): ChatRoomView =>
    state.room === undefined ? room : withNews(room, state.room, me.nickname);

  async function load(): Promise<void> {
    become({ failure: undefined });
    try {
      const answer = await page(undefined);
      cursor = answer.nextCursor ?? undefined;
      const { room, items } = answer;
      become({
        older: { has: cursor !== undefined, loading: false, failed: false },
        outgoing: keptFor(room._id),
        // What one wrote oneself counts as read with all above it: what follows is others'.
        ...(room.lastSeq > room.readSeq && {
          unread: { fromSeq: room.readSeq + 1, count: room.lastSeq - room.readSeq },
        }),
      });
      know(items, room);
      await join();
    } catch (failure) {
      become({ failure });
    }
  }

  const page = (before: string | undefined) =>
    call(chatPaths.messages, {
      params: { orderId: pointer.orderId },
      query: {
        limit: pageSize,
        ...(pointer.currentOrderInProgress && { currentOrderInProgress: pointer.currentOrderInProgress }),
        ...(before !== undefined && { cursor: before }),
      },
    });

  async function older(): Promise<void> {
    if (cursor === undefined || state.older.loading) return;
    become({ older: { has: true, loading: true, failed: false } });
    try {
      const answer = await page(cursor);
      cursor = answer.nextCursor ?? undefined;
      know(answer.items, state.room, {
        older: { has: cursor !== undefined, loading: false, failed: false },
      });
    } catch {
      become({ older: { has: true, loading: false, failed: true } });
    }
  }

  /** A socket that was away is in no room any more. */
  async function join(): Promise<void> {
    const id = state.room?._id;
    if (id === undefined || !isSocketUp()) return;
    try {
      const answer = await ask('joinRoom', id);
      if (closed) return void ask('leaveRoom', id).catch(() => undefined);
      joined = answer.ok;
      if (!answer.ok) return become({ refusal: answer.error });
      become({ refusal: undefined });
      know([], newer(answer.room));
      await catchUp();
      resend();
      markRead();
    } catch (error) {
      // The socket fell silent: it comes back, and then this is done again.
      if (!(error instanceof SocketSilent)) throw error;
    }
  }

  /** Nobody says what is new: it is asked for, and what could not be sent tried again once somebody answers. */
  async function poll(): Promise<void> {
    if (!(await catchUp(true))) return;
    resend();
    markRead(true);
  }

  /**
   * Asks for what is missing until nothing is, and beforehand for what may be new if that is wanted. Whether it was
   * answered.
   */
  async function catchUp(anew = false): Promise<boolean> {
    if (catchingUp) return false;
    catchingUp = true;
    try {
      for (let pages = 0; pages < mostPagesAtOnce && !closed; pages += 1) {
        const { room, messages } = state;
        if (room === undefined) return false;
        const newest = anew && pages === 0 ? (messages.at(-1)?.seq ?? 0) : undefined;
        const after = gapAfter(messages, room.lastSeq) ?? newest;
        if (after === undefined) return true;
        const answer = await call(chatPaths.messages, {
          params: { orderId: room._id },
          query: { after, limit: 100 },
        });
        for (const message of answer.items) noteUnread(message);
        know(answer.items, newer(answer.room));
        if (answer.items.length === 0) return true;
      }
      return true;
    } catch {
      // It stays as it is until the next message, connection or poll.
      return false;
    } finally {
      catchingUp = false;
    }
  }

  function hear(message: ChatMessageView): void {
    const { room } = state;
    if (room === undefined || message.room !== room._id) return;
    stopTyping(message.sender);
    const others = message.sender !== me.nickname;
    noteUnread(message);
    know([message], {
      ...room,
      lastSeq: Math.max(room.lastSeq, message.seq),
      // Whoever writes has read what is above.
      readSeq: others ? room.readSeq : Math.max(room.readSeq, message.seq),
    });
    if (gapAfter(state.messages, message.seq) !== undefined) void catchUp();
    markRead();
  }

  /** Where the unread begin for somebody who is not looking. */
  function noteUnread({ seq, sender }: ChatMessageView): void {
    const { unread, room, messages } = state;
    if (attentive || sender === me.nickname || seq <= (messages.at(-1)?.seq ?? 0)) return;
    const current = unread !== undefined && unread.fromSeq > (room?.readSeq ?? 0) ? unread : undefined;
    become({
      unread: current === undefined ? { fromSeq: seq, count: 1 } : { ...current, count: current.count + 1 },
    });
  }

  /** At once while the socket is up; else only along with a poll. */
  function markRead(polling = false): void {
    const { room } = state;
    if (room === undefined || !attentive || !(joined || polling)) return;
    if (room.lastSeq <= Math.max(room.readSeq, readSent)) return;
    readSent = room.lastSeq;
    sayRead(room._id, readSent).then(
      (taken) => {
        if (taken && state.room !== undefined)
          become({
            room: withRead(state.room, { reader: me.nickname, role: 'member', seq: readSent }, me.nickname),
          });
      },
      () => {
        readSent = 0;
      },
    );
  }

  function stopTyping(sender: string): void {
    clearTimeout(typingEnds.get(sender));
    if (typingEnds.delete(sender)) become({ typing: [...typingEnds.keys()] });
  }

  function change(clientId: string, how: Partial<Outgoing>): void {
    become({
      outgoing: state.outgoing.map((each) => (each.clientId === clientId ? { ...each, ...how } : each)),
    });
  }

  /** One after the other, so that they arrive in the order in which they were written. */
  function enqueue(clientId: string): void {
    sending = sending.then(() => deliver(clientId));
  }

  async function deliver(clientId: string): Promise<void> {
    const message = state.outgoing.find((each) => each.clientId === clientId);
    const { room } = state;
    if (closed || message === undefined || room === undefined || message.state !== 'sending') return;
    // What was written before it and could not be sent goes first.
    const before = state.outgoing.slice(0, state.outgoing.indexOf(message));
    if (before.some(isWaiting)) return change(clientId, { state: 'failed' });
    try {
      const said = await sayMessage(room._id, message, (progress) => change(clientId, { progress }));
      if (said.ok) hear(said.message);
      else change(clientId, { state: 'failed', refusal: refusalOf(said) });
    } catch (error) {
      change(clientId, { state: 'failed', refusal: refusalOf(error) });
    }
    if (isSocketUp() && state.outgoing.some(isWaiting)) resendLater();
  }

  function resendLater(): void {
    clearTimeout(again);
    again = setTimeout(resend, pollEveryMs);
  }

  /** What could not be sent, in the order in which it was written. */
  function resend(): void {
    for (const { clientId } of state.outgoing.filter(isWaiting)) {
      change(clientId, { state: 'sending', progress: 0 });
      enqueue(clientId);
    }
  }

  function send(content: string, image?: Blob): void {
    const clientId = newUuid();
    const writtenAt = new Date().toISOString();
    const message = {
      clientId,
      content,
      image,
      writtenAt,
      state: 'sending',
      progress: 0,
      refusal: undefined,
    } as const;
    become({ outgoing: [...state.outgoing, message], unread: undefined });
    resend();
    enqueue(clientId);
  }

  function retry(clientId: string): void {
    resend();
    if (state.outgoing.find((each) => each.clientId === clientId)?.state !== 'failed') return;
    change(clientId, { state: 'sending', progress: 0, refusal: undefined });
    enqueue(clientId);
  }

  cancels.push(
    listenTo('message', hear),
    listenTo('changed', ({ keys }) => {
      // The server itself does not know what it failed to tell.
      if (keys.includes('everything')) void catchUp(true);
    }),
    whileSocketDown(poll),
    listenTo('typing', ({ room, sender }) => {
      if (room !== state.room?._id || sender === me.nickname) return;
      clearTimeout(typingEnds.get(sender));
      typingEnds.set(
        sender,
        setTimeout(() => stopTyping(sender), typingLastsMs),
      );
      become({ typing: [...typingEnds.keys()] });
    }),
    listenTo('read', ({ room, reader, role, seq }) => {
      if (state.room !== undefined && room === state.room._id)
        know([], withRead(state.room, { reader, role, seq }, me.nickname));
    }),
    listenTo('closed', ({ room, closedAt }) => {
      if (state.room !== undefined && room === state.room._id)
        become({ room: { ...state.room, closed: true, closedAt } });
    }),
    watchSocket(() => {
      joined = false;
      readSent = 0;
      if (state.room === undefined && state.failure !== undefined) void load();
      else void join();
    }),
  );
  void load();

  return {
    current: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    load: () => void load(),
    older: () => void older(),
    send,
    retry,
    discard: (clientId: string) =>
      become({ outgoing: state.outgoing.filter((each) => each.clientId !== clientId) }),
    /** Whether somebody is looking at the newest messages: only then are they read. */
    attend: (now: boolean) => {
      const id = state.room?._id;
      if (now !== attentive && id !== undefined) noteRoomOnScreen(id, now);
      attentive = now && id !== undefined;
      markRead();
    },
    close: () => {
      const id = state.room?._id;
      if (id !== undefined) keep(id, state.outgoing);
      closed = true;
      for (const cancel of cancels) cancel();
      for (const timer of [...typingEnds.values(), again]) clearTimeout(timer);
      if (id !== undefined && joined) ask('leaveRoom', id).catch(() => undefined);
    },
  };
}

export type OpenConversation = ReturnType<typeof openConversation>;
