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
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import type { RoomImages } from '../../platform/images/room-images.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { imageSourceOf } from './chat-image-source.ts';
import {
  type ChatRoom,
  type EnteredRoom,
  entered,
  membersOf,
  readableRoom,
  refuseInactive,
} from './chat-room.ts';
import type { MessageStore } from './message-store.ts';
import { messageBySeq, messageOfClient, messageView } from './message-view.ts';

export interface ChatDependencies {
  readonly db: Database;
  readonly images: RoomImages;
  readonly limits: Pick<RateLimits, 'chatMessagesOf' | 'chatImagesOf'>;
  readonly messages: MessageStore;
  readonly push: Push;
}

/** A message as its sender's client put it, over HTTP or by socket. */
export type MessageInput = z.output<typeof messageFields>;

/**
 * Sends a message: it is stored, then told, then answered. One that was stored before under the same `clientId` is
 * told and answered again, not stored again, also in a room that was closed since: whoever stored it may have died
 * before telling anybody. Who hears it twice knows it by its number.
 *
 * @throws RequestFailure CHAT_NOT_FOUND, ACCOUNT_INACTIVE, CHAT_CLOSED, IMAGE_INVALID, CHAT_IMAGE_*,
 *   IDEMPOTENCY_KEY_REUSED, TOO_MANY_REQUESTS
 */
export async function sendMessage(
  deps: ChatDependencies,
  caller: Caller,
  input: MessageInput,
  language: Language,
): Promise<ChatMessageView> {
  await deps.limits.chatMessagesOf.take(caller.memberId);
  const place = await placeOf(deps, caller, input);
  const attempt = { room: place.room, senderId: caller.memberId, input };
  const told = (message: ChatMessageView): ChatMessageView => {
    tell(deps.push, place.room, message);
    return message;
  };
  // Of any other it is noticed when it is stored.
  if (input.image || caller.status !== 'active') {
    const before = await sentBefore(deps.db, attempt);
    if (before !== undefined) return told(before);
  }
  refuseInactive(caller, place);
  try {
    return told(await store(deps, place, caller, { input, language }));
  } catch (error) {
    if (!mayBeAnotherAttempt(error)) throw error;
    const other = await sentBefore(deps.db, attempt);
    if (other === undefined) throw error;
    return told(other);
  }
}

/** Whose a room is never changes, so one that is known is not looked up. */
async function placeOf(
  { db, messages }: ChatDependencies,
  caller: Caller,
  input: MessageInput,
): Promise<EnteredRoom> {
  const counter = input.currentOrderInProgress?.trim();
  const known = counter ? undefined : messages.knownRoom(input.orderId.trim());
  return known === undefined ? readableRoom(db, caller, input) : entered(known, caller);
}

async function store(
  deps: ChatDependencies,
  { room, role }: EnteredRoom,
  { memberId, nickname }: Caller,
  { input, language }: { readonly input: MessageInput; readonly language: Language },
): Promise<ChatMessageView> {
  const message = {
    ...{ room, role, language, senderId: memberId },
    imageId: input.image ? await imageOf(deps, room, memberId, input.image) : null,
    content: input.content || imageOnlyContent,
    clientId: input.clientId ?? null,
  };
  const { seq, messageId, at } = await deps.messages.store(message);
  const { content, imageId, clientId } = message;
  const row = {
    id: messageId,
    seq,
    content,
    role,
    at,
    image_id: imageId,
    language,
    client_id: clientId,
    nickname,
  };
  return messageView(room, row);
}

async function imageOf(
  { images, limits, db }: ChatDependencies,
  room: ChatRoom,
  uploaderId: MemberId,
  image: string,
): Promise<string> {
  const source = imageSourceOf(image);
  if (source.kind === 'uploaded') return source.id;
  await refuseClosed(db, room);
  await limits.chatImagesOf.take(uploaderId);
  return images.add(source.bytes, { roomId: room.id, uploaderId });
}

/** So that no picture is decoded for a room that takes none; the last word has the transaction that stores. */
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

async function sentBefore(
  db: Database,
  { room, senderId, input }: Attempt,
): Promise<ChatMessageView | undefined> {
  if (input.clientId === undefined) return undefined;
  const sent = await messageOfClient(db, senderId, input.clientId);
  if (sent === undefined) return undefined;
  const isSame =
    sent.roomId === room.id &&
    sent.content === (input.content || imageOnlyContent) &&
    sent.hasImage === Boolean(input.image);
  if (!isSame) throw failure('IDEMPOTENCY_KEY_REUSED', { fields: { clientId: 'names another message' } });
  return messageBySeq(db, room, sent.seq);
}

/**
 * Two attempts of one message at once: the other was faster. It has taken the name, or the image, which is looked at
 * first; and the room may have been closed right after it.
 */
const mayBeAnotherAttempt = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.constraint === 'one_message_for_a_client_id'
    : error instanceof RequestFailure && ['CHAT_IMAGE_EXPIRED', 'CHAT_CLOSED'].includes(error.code);

/** The message to whoever is in the room; that there is one to everybody it concerns, wherever they are. */
function tell(push: Push, room: ChatRoom, message: ChatMessageView): void {
  push.toRoom(room.id, 'message', message);
  tellChanged(push, room);
}

export function tellChanged(push: Push, room: ChatRoom): void {
  const changed = { keys: [`chat:${room.id}`] };
  for (const memberId of membersOf(room)) push.toMember(memberId, 'changed', changed);
  push.toAdmins('changed', changed);
}
