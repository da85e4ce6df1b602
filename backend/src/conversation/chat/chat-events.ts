import { messageFields } from '@matgyo/contracts/endpoints/chat-views';
import { errorTextOf } from '@matgyo/contracts/errors/index';
import { type ClientEvents, readPointer, roomPointer } from '@matgyo/contracts/realtime';
import type { z } from 'zod';
import { namedLanguage } from '../../platform/http/language.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { createWorkQueues } from '../../platform/http/work-queue.ts';
import {
  handleRequest,
  type RequestDependencies,
  type Schedule,
} from '../../platform/realtime/socket-request.ts';
import { type ClientSocket, socketRooms } from '../../platform/realtime/sockets.ts';
import { mayWrite } from './chat-policy.ts';
import { type EnteredRoom, type RoomPointer, readableRoom, refuseInactive } from './chat-room.ts';
import { closeChat } from './close-chat.ts';
import { createMessageQueues } from './message-queue.ts';
import { markRead } from './read-marks.ts';
import { roomView } from './room-view.ts';
import { type ChatDependencies, sendMessage } from './send-message.ts';

type ChatEventDependencies = ChatDependencies & RequestDependencies;

/** Rooms per socket. */
const roomsMax = 100;
/** Waiting messages per socket: enough for a client that was offline, or two images; and images of all members. */
const newQueue = createMessageQueues({ waitingMax: 1_000, bytesMax: 16_000_000, imageBytesMax: 256_000_000 });
const typingEveryMs = 1_000;
/** Events of a member: all of a burst at once would take every connection to the database. */
const ofMember = createWorkQueues({ concurrentMax: 4, waitingMax: 2_000 });

export function handleChatEvents(deps: ChatEventDependencies, socket: ClientSocket): void {
  const { db } = deps;
  const entered = new Map<string, EnteredRoom>();
  const sender = socket.data.caller?.memberId ?? socket.id;
  const enqueue = newQueue(sender);
  const inTurn: Schedule = (_, run) => ofMember(sender, run);
  const on = <S extends z.ZodType>(
    event: keyof ClientEvents,
    schema: S,
    work: Parameters<typeof handleRequest<S>>[3],
    schedule = inTurn,
  ): void => {
    const attended = event === 'sendMessage' || event === 'typing';
    socket.on(event, handleRequest({ ...deps, attended }, socket, schema, work, schedule));
  };

  on('joinRoom', roomPointer, async (caller, pointer) => {
    const joined = await readableRoom(db, caller, pointerOf(pointer));
    const { id } = joined.room;
    if (entered.size >= roomsMax && !entered.has(id)) throw failure('TOO_MANY_REQUESTS');
    entered.set(id, joined);
    // Joins before reading the room: later messages are pushed, earlier ones are covered by `lastSeq`.
    await socket.join(socketRooms.chat(id));
    const refusal = errorTextOf('ACCOUNT_INACTIVE')[socket.data.language];
    return {
      room: await roomView(db, joined.room, caller.memberId),
      ...(!mayWrite(joined.role, caller) && { refusal }),
    };
  });

  on('leaveRoom', roomPointer, async (_, pointer) => {
    const left = joinedRoom(entered, pointerOf(pointer));
    if (left === undefined) return undefined;
    entered.delete(left.room.id);
    await socket.leave(socketRooms.chat(left.room.id));
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
    // In order: each message waits until the one before has its number.
    (input, run) => enqueue(sizeOf(input), () => inTurn(input, run)),
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
    const joined = joinedRoom(entered, pointerOf(pointer));
    if (joined === undefined) throw failure('CHAT_NOT_FOUND');
    refuseInactive(caller, joined);
    const now = performance.now();
    if (now - typedAt < typingEveryMs) return undefined;
    typedAt = now;
    const typing = { room: joined.room.id, sender: caller.nickname, role: joined.role };
    deps.push.toOthersInRoom(joined.room.id, 'typing', typing, socket.id);
    return undefined;
  });
}

/** Approximate memory of a waiting message. */
function sizeOf(message: unknown): number {
  const { content, image } = (message ?? {}) as Record<string, unknown>;
  return [content, image].reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    100,
  );
}

const pointerOf = (pointer: z.output<typeof roomPointer>): RoomPointer =>
  typeof pointer === 'string' ? { orderId: pointer } : pointer;

/** Finds a joined room without reading the database. */
function joinedRoom(
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
