import { randomUUID } from 'node:crypto';
import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import { contentHashOf, hashOf } from '@matgyo/ledger/proof/room-chain';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { RoomImages } from '../../platform/images/room-images.ts';
import { type ChatRoom, ensureRoom } from './chat-room.ts';

export interface NewMessage {
  readonly room: ChatRoom;
  readonly role: ChatRole;
  readonly senderId: MemberId;
  readonly content: string;
  /** An unused image of this room and sender. */
  readonly imageId: string | null;
  readonly language: Language;
  readonly clientId: string | null;
}

export interface StoreDependencies {
  readonly db: Database;
  readonly images: Pick<RoomImages, 'claim'>;
  /** Called in the transaction that stores a room's first message. Its result is called after the commit. */
  readonly onFirst?: (trx: Database, message: PlacedMessage) => Promise<(() => void) | undefined>;
  /** Called once a message is committed. */
  readonly onStored?: (message: PlacedMessage) => void;
}

/** The end of a room's hash chain. */
export interface RoomHead {
  /** 1 is the first message of its room. */
  readonly seq: number;
  readonly hash: string;
  readonly at: Date;
}

/** A message with its place in its room's hash chain. */
export interface PlacedMessage extends NewMessage, RoomHead {
  readonly messageId: string;
  readonly imageSha256: string | null;
  readonly salt: string;
  readonly contentHash: string;
  readonly prevHash: string;
}

export function placeAfter(
  head: RoomHead,
  message: NewMessage,
  { at, messageId, imageSha256 }: Pick<PlacedMessage, 'at' | 'messageId' | 'imageSha256'>,
): PlacedMessage {
  const { room, role, senderId, content } = message;
  // 122 random bits, of which Node keeps a supply: 16 bytes of their own took about 20 µs.
  const salt = randomUUID().replaceAll('-', '');
  const contentHash = contentHashOf({ salt, content, imageSha256 });
  const seq = head.seq + 1;
  const prevHash = head.hash;
  const chained = { roomId: room.id, seq, messageId, senderId, role, at: at.toISOString() };
  const hash = hashOf({ ...chained, contentHash, prevHash });
  return { ...message, seq, messageId, at, imageSha256, salt, contentHash, prevHash, hash };
}

/**
 * Stores a room's next message in a transaction that locks the room, so numbers have no gaps and follow the order of
 * the commits. Also moves the sender's read mark.
 *
 * @throws RequestFailure CHAT_NOT_FOUND, CHAT_CLOSED, CHAT_IMAGE_EXPIRED; a violation of `one_message_for_a_client_id`
 */
export async function storeMessage(deps: StoreDependencies, message: NewMessage): Promise<PlacedMessage> {
  const { room } = message;
  const store = () => deps.db.transaction().execute((trx) => storeIn(trx, deps, message));
  let stored = await store();
  if (stored === undefined) {
    await ensureRoom(deps.db, room);
    stored = await store();
  }
  if (stored === undefined) throw failure('CHAT_NOT_FOUND');
  stored.afterCommit?.();
  deps.onStored?.(stored.placed);
  return stored.placed;
}

/** Returns undefined when the room has no row yet. */
async function storeIn(trx: Database, deps: StoreDependencies, message: NewMessage) {
  const next = await lockHead(trx, message.room.id);
  if (next === undefined) return undefined;
  const messageId = newLedgerId(next.at.getTime());
  const imageSha256 = await claimImage(trx, deps, message, messageId);
  const placed = placeAfter(next.head, message, { at: next.at, messageId, imageSha256 });
  if (!(await storeAfterHead(trx, placed))) throw new Error('the head of a locked room has changed');
  return { placed, afterCommit: placed.seq === 1 ? await deps.onFirst?.(trx, placed) : undefined };
}

/** Locks the room. Its time never goes back, whichever process's clock is used. */
async function lockHead(trx: Database, roomId: string) {
  const row = await trx
    .selectFrom('app.chat_rooms')
    .select([
      'last_seq',
      'last_hash',
      'last_at',
      'closed_at',
      sql<Date>`greatest(last_at, date_trunc('milliseconds', clock_timestamp()))`.as('at'),
    ])
    .where('id', '=', roomId)
    // FOR UPDATE would deadlock with a concurrent read mark, which references the room.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.closed_at !== null) throw failure('CHAT_CLOSED');
  const head: RoomHead = { seq: row.last_seq, hash: row.last_hash, at: row.last_at };
  return { head, at: row.at };
}

async function claimImage(
  trx: Database,
  { images }: StoreDependencies,
  { imageId, room, senderId }: NewMessage,
  messageId: string,
): Promise<string | null> {
  if (imageId === null) return null;
  const sha256 = await images.claim(trx, imageId, { roomId: room.id, uploaderId: senderId, messageId });
  if (sha256 === undefined) throw failure('CHAT_IMAGE_EXPIRED');
  return sha256;
}

/**
 * One round trip: the message, the room's new head and the sender's read mark. False, and nothing is stored, if the
 * room's head is not the one before the message, the room is closed, or another writer has locked it.
 *
 * @throws a violation of `one_message_for_a_client_id`
 */
export async function storeAfterHead(db: Database, placed: PlacedMessage): Promise<boolean> {
  const { room, role, senderId, content, imageId, language, clientId } = placed;
  const { seq, messageId, at, imageSha256, salt, contentHash, prevHash, hash } = placed;
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(insertAfterHead, [
      room.id,
      seq - 1,
      prevHash,
      seq,
      hash,
      at.toISOString(),
      senderId,
      role,
      messageId,
      content,
      imageId,
      imageSha256,
      language,
      clientId,
      salt,
      contentHash,
    ]),
  );
  return numAffectedRows === 1n;
}

/** Written out, so that it is not composed anew for each message. */
const insertAfterHead = `
  with free as (
    select id from app.chat_rooms
    where id = $1 and last_seq = $2 and last_hash = $3 and closed_at is null
    for no key update skip locked),
  moved as (
    update app.chat_rooms
    set last_seq = $4, last_hash = $5, last_at = $6::timestamptz, listed = true
    where id = (select id from free) returning id, last_seq as seq, last_hash as hash, last_at as at),
  mark as (
    insert into app.chat_reads as known (room_id, reader_id, role, seq)
    select id, $7, $8, seq from moved
    on conflict (room_id, reader_id) do update
      set seq = greatest(known.seq, excluded.seq), role = excluded.role, at = now())
  insert into app.chat_messages (room_id, seq, id, sender_id, role, content, image_id, image_sha256, language,
    client_id, at, salt, content_hash, prev_hash, hash)
  select id, seq, $9, $7, $8, $10, $11, $12, $13, $14, at, $15, $16, $3, hash from moved`;
