import {
  type ChatMessageView,
  imageOnlyContent,
  type messageFields,
} from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import pg from 'pg';
import type { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import type { RoomImages } from '../../platform/images/room-images.ts';
import type { Push } from '../../platform/realtime/push.ts';
import type { Shared } from '../../shared.ts';
import { imageSourceOf } from './chat-image-source.ts';
import { type ChatRoom, type EnteredRoom, enterRoom, readableRoom, refuseInactive } from './chat-room.ts';
import type { MessageStore } from './message-store.ts';
import { messageBySeq, messageView } from './message-view.ts';
import type { ReportRoom } from './room-reports.ts';

export interface ChatDependencies extends Pick<Shared, 'db' | 'limits'> {
  readonly images: RoomImages;
  readonly messages: MessageStore;
  readonly push: Push;
  readonly reportRoom: ReportRoom;
}

/** A message as a client sends it, over HTTP or by socket. */
export type MessageInput = z.output<typeof messageFields>;

/**
 * Stores a message, pushes it and returns it. A message with a known `clientId` is not stored again but pushed and
 * returned again, also after its room was closed: the process that stored it may have crashed before the push.
 * Clients recognize repeats by their number.
 */
export async function sendMessage(
  deps: ChatDependencies,
  caller: Caller,
  input: MessageInput,
  language: Language,
): Promise<ChatMessageView> {
  await deps.limits.chatMessagesOf.take(caller.memberId);
  const entered = await enteredRoom(deps, caller, input);
  const attempt = { room: entered.room, senderId: caller.memberId, input };
  const pushed = (message: ChatMessageView): ChatMessageView => {
    pushMessage(deps, entered.room, message);
    return message;
  };
  // Otherwise storing detects the repeat.
  if (input.image || caller.status !== 'active') {
    const before = await findSent(deps.db, attempt);
    if (before !== undefined) return pushed(before);
  }
  refuseInactive(caller, entered);
  try {
    return pushed(await ofDay(deps, caller, () => store(deps, entered, caller, { input, language })));
  } catch (error) {
    if (!mayBeAnotherAttempt(error)) throw error;
    const other = await findSent(deps.db, attempt);
    if (other === undefined) throw error;
    return pushed(other);
  }
}

/** Counts what `work` stores, not repeats. @throws RequestFailure CHAT_MESSAGES_OF_DAY, and what `work` throws */
const ofDay = <Stored>({ limits }: ChatDependencies, { memberId }: Caller, work: () => Promise<Stored>) =>
  limits.chatMessagesOfDay.unlessRefused([memberId], work, (refusal) => {
    throw failure('CHAT_MESSAGES_OF_DAY', undefined, { retryAfterSeconds: refusal.retryAfterSeconds ?? 60 });
  });

/** A room's members never change, so a known room is not read again. */
async function enteredRoom(
  { db, messages }: ChatDependencies,
  caller: Caller,
  input: MessageInput,
): Promise<EnteredRoom> {
  const counter = input.currentOrderInProgress?.trim();
  const known = counter ? undefined : messages.knownRoom(input.orderId.trim());
  return known === undefined ? readableRoom(db, caller, input) : enterRoom(known, caller);
}

async function store(
  deps: ChatDependencies,
  { room, role }: EnteredRoom,
  { memberId, nickname }: Caller,
  { input, language }: { readonly input: MessageInput; readonly language: Language },
): Promise<ChatMessageView> {
  const placed = await deps.messages.store({
    room,
    role,
    language,
    senderId: memberId,
    imageId: input.image ? await imageOf(deps, room, memberId, input.image) : null,
    content: input.content || imageOnlyContent,
    clientId: input.clientId ?? null,
  });
  return messageView(room, { ...placed, nickname });
}

async function imageOf(
  { images, limits, db }: ChatDependencies,
  room: ChatRoom,
  uploaderId: MemberId,
  image: string,
): Promise<string> {
  const source = imageSourceOf(image);
  if ('id' in source) return source.id;
  await refuseClosed(db, room);
  await limits.countChatImage(uploaderId);
  return images.add(source.bytes, { roomId: room.id, uploaderId });
}

/** Refuses images for a closed room before decoding them. The transaction that stores the message checks again. */
export async function refuseClosed(db: Database, room: ChatRoom): Promise<void> {
  const row = await db
    .selectFrom('app.chat_rooms')
    .select('closed_at')
    .where('id', '=', room.id)
    .executeTakeFirst();
  if (row !== undefined && row.closed_at !== null) throw failure('CHAT_CLOSED');
}

interface Attempt {
  readonly room: ChatRoom;
  readonly senderId: MemberId;
  readonly input: MessageInput;
}

async function findSent(db: Database, { room, senderId, input }: Attempt) {
  if (input.clientId === undefined) return undefined;
  const sent = await db
    .selectFrom('app.chat_messages')
    .select(['room_id', 'seq', 'content', 'image_id'])
    .where('sender_id', '=', senderId)
    .where('client_id', '=', input.clientId)
    .executeTakeFirst();
  if (sent === undefined) return undefined;
  const isSame =
    sent.room_id === room.id &&
    sent.content === (input.content || imageOnlyContent) &&
    isSameImage(input.image, sent.image_id);
  if (!isSame) throw failure('IDEMPOTENCY_KEY_REUSED', { fields: { clientId: 'names another message' } });
  return messageBySeq(db, room, sent.seq);
}

/** An image in the message itself was stored under an id of its own. */
const isSameImage = (image: string | null | undefined, storedId: string | null): boolean =>
  image
    ? storedId !== null && (image.startsWith('data:') || image.endsWith(`/${storedId}`))
    : storedId === null;

/**
 * Whether the failure may come from a concurrent attempt of the same message: it took the client id or the image
 * first, or the room was closed right after it, or it was the last one of the day.
 */
const mayBeAnotherAttempt = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.constraint === 'one_message_for_a_client_id'
    : error instanceof RequestFailure &&
      ['CHAT_IMAGE_EXPIRED', 'CHAT_CLOSED', 'CHAT_MESSAGES_OF_DAY'].includes(error.code);

/** To the rooms of a trade's two orders as well: their owners and admins may read it, and some clients know no other room. */
function pushMessage({ push, reportRoom }: ChatDependencies, room: ChatRoom, message: ChatMessageView): void {
  const orders = [room.sell_order_id, room.buy_order_id].filter((id) => id !== null);
  push.toRoom(room.id, 'message', message, orders);
  reportRoom(room);
}
