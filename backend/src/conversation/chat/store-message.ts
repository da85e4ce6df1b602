import { randomBytes } from 'node:crypto';
import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import { contentHashOf, hashOf } from '@matgyo/projections/proofs/message-chain';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { RoomImages } from '../../platform/images/room-images.ts';
import type { ChatListener } from './chat-listener.ts';
import { type ChatRoom, ensureRoom, membersOf } from './chat-room.ts';

export interface NewMessage {
  readonly room: ChatRoom;
  readonly role: ChatRole;
  readonly senderId: MemberId;
  readonly content: string;
  /** An image of this room and sender that no message has. */
  readonly imageId: string | null;
  readonly language: Language;
  readonly clientId: string | null;
}

export interface StoreDependencies {
  readonly db: Database;
  readonly images: Pick<RoomImages, 'claim'>;
  readonly listeners: readonly ChatListener[];
}

export interface StoredPlace {
  readonly seq: number;
  readonly messageId: string;
  readonly at: Date;
}

interface Place {
  readonly seq: number;
  readonly prevHash: string;
  readonly at: Date;
}

/**
 * Writes a message as the next of its room: number, chain, the sender's read mark and what listeners write are one
 * transaction, in which the room's row is locked, so numbers have no gap and messages of a room their commits' order.
 * Answers once it is on disk.
 *
 * @throws RequestFailure CHAT_CLOSED, CHAT_IMAGE_EXPIRED; a violation of `one_message_for_a_client_id`
 */
export async function storeMessage(deps: StoreDependencies, message: NewMessage): Promise<StoredPlace> {
  const { room } = message;
  const store = () => deps.db.transaction().execute((trx) => storeIn(trx, deps, message));
  let stored = await store();
  if (stored === undefined) {
    await ensureRoom(deps.db, room);
    stored = await store();
  }
  if (stored === undefined) throw failure('CHAT_NOT_FOUND');
  for (const act of stored.afterwards) act?.();
  return stored.place;
}

/** Undefined: the room has no row yet. */
async function storeIn(trx: Database, deps: StoreDependencies, message: NewMessage) {
  const place = await nextPlace(trx, message.room.id);
  if (place === undefined) return undefined;
  const { room, role, senderId } = message;
  const messageId = newLedgerId(place.at.getTime());
  const imageSha256 = await claimImage(trx, deps, message, messageId);
  await insert(trx, message, { ...place, messageId, imageSha256 });
  const told = { messageId, roomId: room.id, kind: room.kind, seq: place.seq, senderId, role };
  const afterwards: ((() => void) | undefined)[] = [];
  for (const listener of deps.listeners)
    afterwards.push(await listener.stored(trx, { ...told, members: membersOf(room) }));
  return { place: { seq: place.seq, messageId, at: place.at }, afterwards };
}

/** Locks the room. Times of one room never go backwards, whichever process stores. */
async function nextPlace(trx: Database, roomId: string): Promise<Place | undefined> {
  const row = await trx
    .selectFrom('app.chat_rooms')
    .select([
      'last_seq',
      'last_hash',
      'closed_at',
      sql<Date>`greatest(last_at, date_trunc('milliseconds', clock_timestamp()))`.as('at'),
    ])
    .where('id', '=', roomId)
    // Not for update: a read mark made at the same time refers to the room, and each would wait for the other.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.closed_at !== null) throw failure('CHAT_CLOSED');
  return { seq: row.last_seq + 1, prevHash: row.last_hash, at: row.at };
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

/** One round trip: the message, the room's end of the chain, and that its sender has read what they wrote. */
async function insert(
  trx: Database,
  { room, role, senderId, content, imageId, language, clientId }: NewMessage,
  { seq, prevHash, at, messageId, imageSha256 }: Place & { messageId: string; imageSha256: string | null },
): Promise<void> {
  const salt = randomBytes(16).toString('hex');
  const contentHash = contentHashOf({ salt, content, imageSha256 });
  const roomId = room.id;
  const isoAt = at.toISOString();
  const hash = hashOf({ roomId, seq, messageId, senderId, role, at: isoAt, contentHash, prevHash });
  await sql`
    with room as (
      update app.chat_rooms set last_seq = ${seq}, last_hash = ${hash}, last_at = ${isoAt}::timestamptz, listed = true
      where id = ${roomId}),
    mark as (
      insert into app.chat_reads as known (room_id, reader_id, role, seq) values (${roomId}, ${senderId}, ${role}, ${seq})
      on conflict (room_id, reader_id) do update
        set seq = greatest(known.seq, excluded.seq), role = excluded.role, at = now())
    insert into app.chat_messages (room_id, seq, id, sender_id, role, content, image_id, image_sha256, language,
      client_id, at, salt, content_hash, prev_hash, hash)
    values (${roomId}, ${seq}, ${messageId}, ${senderId}, ${role}, ${content}, ${imageId}, ${imageSha256}, ${language},
      ${clientId}, ${isoAt}::timestamptz, ${salt}, ${contentHash}, ${prevHash}, ${hash})`.execute(trx);
}
