import { messageFields } from '@matgyo/contracts/endpoints/chat-views';
import type { ClientEvents } from '@matgyo/contracts/realtime';
import { readPointer, roomPointer } from '@matgyo/contracts/realtime';
import type { z } from 'zod';
import { type EnteredRoom, type RoomPointer, writableRoom } from '../../conversation/chat/chat-room.ts';
import { closeChat } from '../../conversation/chat/close-chat.ts';
import { markRead } from '../../conversation/chat/read-marks.ts';
import { roomView } from '../../conversation/chat/room-view.ts';
import { type ChatDependencies, sendMessage } from '../../conversation/chat/send-message.ts';
import { namedLanguage } from '../http/language.ts';
import { failure } from '../http/request-failure.ts';
import { type Answering, answering } from './answering.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import type { Relay } from './relay.ts';
import { audiences, type ClientSocket } from './sockets.ts';

export interface ChatEventDependencies extends ChatDependencies, Answering {
  readonly push: Relay;
}

/** Rooms one socket may be in. */
const mostRooms = 100;
/** Messages of one socket that wait for those before them: a burst of a client that was away, or two pictures. */
const waitingMessages = { mostWaiting: 1_000, mostBytes: 16_000_000 };
const typingEveryMs = 1_000;

/** What members and admins say over a socket. */
export function listenToChat(deps: ChatEventDependencies, socket: ClientSocket): void {
  const { db } = deps;
  const { entered } = socket.data;
  const inLine = createBoundedQueue(waitingMessages);
  const on = <S extends z.ZodType>(
    event: keyof ClientEvents,
    schema: S,
    ...how: [work: Parameters<typeof answering<S>>[3], inTurn?: Parameters<typeof answering<S>>[4]]
  ): void => {
    const attended = event === 'sendMessage' || event === 'typing';
    socket.on(event, answering({ ...deps, attended }, socket, schema, ...how));
  };

  on('joinRoom', roomPointer, async (caller, pointer) => {
    const joined = await writableRoom(db, caller, pointerOf(pointer));
    const { id } = joined.room;
    if (entered.size >= mostRooms && !entered.has(id)) throw failure('TOO_MANY_REQUESTS');
    entered.set(id, joined);
    // In the room first: what is sent from here on is heard, what was sent before is behind `lastSeq`.
    await socket.join(audiences.chat(id));
    return { room: await roomView(db, joined.room, caller.memberId) };
  });

  on('leaveRoom', roomPointer, async (_, pointer) => {
    const left = among(entered, pointerOf(pointer));
    if (left === undefined) return undefined;
    entered.delete(left.room.id);
    await socket.leave(audiences.chat(left.room.id));
    return undefined;
  });

  on(
    'sendMessage',
    messageFields,
    async (caller, input) => {
      const language = namedLanguage([input]) ?? socket.data.language;
      const message = await sendMessage(deps, caller, input, language);
      return { seq: message.seq, message };
    },
    // In the order they were sent: the next one waits until the one before has its number.
    (sent, run) => inLine(unitsOf(sent), run),
  );

  on('closeChat', roomPointer, async (caller, pointer) => {
    const room = await closeChat(deps, caller, pointerOf(pointer), socket.id);
    return { room: await roomView(db, room, caller.memberId) };
  });

  on('read', readPointer, async (caller, pointer) => {
    await markRead(deps, caller, pointer);
    return undefined;
  });

  let typedAt = Number.NEGATIVE_INFINITY;
  on('typing', roomPointer, async (caller, pointer) => {
    const place = among(entered, pointerOf(pointer));
    if (place === undefined) throw failure('CHAT_NOT_FOUND');
    const now = performance.now();
    if (now - typedAt < typingEveryMs) return undefined;
    typedAt = now;
    const typing = { room: place.room.id, sender: caller.nickname, role: place.role };
    deps.push.toOthersInRoom(place.room.id, 'typing', typing, socket.id);
    return undefined;
  });
}

/** Roughly what a message takes while it waits. */
function unitsOf(sent: unknown): number {
  const { content, image } = (sent ?? {}) as Record<string, unknown>;
  return [content, image].reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    100,
  );
}

const pointerOf = (pointer: z.output<typeof roomPointer>): RoomPointer =>
  typeof pointer === 'string' ? { orderId: pointer } : pointer;

/** The joined room that is meant, without asking anybody. */
function among(
  entered: ReadonlyMap<string, EnteredRoom>,
  { orderId, currentOrderInProgress }: RoomPointer,
): EnteredRoom | undefined {
  if (!currentOrderInProgress || currentOrderInProgress === orderId) return entered.get(orderId);
  const pair = [orderId, currentOrderInProgress];
  return [...entered.values()].find(
    ({ room: { kind, sell_order_id, buy_order_id } }) =>
      kind === 'trade' && pair.includes(sell_order_id ?? '') && pair.includes(buy_order_id ?? ''),
  );
}
