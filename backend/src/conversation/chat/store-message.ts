import { randomBytes } from 'node:crypto';
import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import { contentHashOf, hashOf } from '@matgyo/ledger/proof/room-chain';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { RoomImages } from '../../platform/images/room-images.ts';
import type { ChatListener, StoredMessage } from './chat-listener.ts';
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

/** The end of a room's chain. */
export interface RoomHead {
  readonly seq: number;
  readonly hash: string;
  readonly at: Date;
}

/** A message with its place in its room's chain, as its row has it. */
export interface PlacedMessage extends NewMessage {
  readonly seq: number;
  readonly messageId: string;
  readonly at: Date;
  readonly imageSha256: string | null;
  readonly salt: string;
  readonly contentHash: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** A message as the next after `head`. Times of one room never go backwards, whichever process stores. */
export function placeAfter(
  head: RoomHead,
  message: NewMessage,
  { at, messageId, imageSha256 }: Pick<PlacedMessage, 'at' | 'messageId' | 'imageSha256'>,
): PlacedMessage {
  const { room, role, senderId, content } = message;
  const salt = randomBytes(16).toString('hex');
  const contentHash = contentHashOf({ salt, content, imageSha256 });
  const seq = head.seq + 1;
  const prevHash = head.hash;
  const chained = { roomId: room.id, seq, messageId, senderId, role, at: at.toISOString() };
  const hash = hashOf({ ...chained, contentHash, prevHash });
  return { ...message, seq, messageId, at, imageSha256, salt, contentHash, prevHash, hash };
}

/**
 * Writes a message as the next of its room in a transaction that locks the room's row: whatever others do at the same time,
 * numbers have no gap and messages of a room their commits' order. With it the sender's read mark and, of a first message,
 * what listeners write. Answers once it is on disk.
 *
 * @throws RequestFailure CHAT_CLOSED, CHAT_IMAGE_EXPIRED; a violation of `one_message_for_a_client_id`
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
  for (const act of stored.afterwards) act?.();
  tellStored(deps.listeners, stored.placed);
  return stored.placed;
}

/** Has listeners know of a message that is committed. */
export function tellStored(listeners: readonly ChatListener[], placed: PlacedMessage): void {
  const told = storedMessage(placed);
  for (const listener of listeners) listener.stored?.(told);
}

const storedMessage = ({ messageId, room, seq, senderId, role }: PlacedMessage): StoredMessage => ({
  ...{ messageId, roomId: room.id, kind: room.kind, seq, senderId, role },
  members: membersOf(room),
});

/** Undefined: the room has no row yet. */
async function storeIn(trx: Database, deps: StoreDependencies, message: NewMessage) {
  const next = await lockHead(trx, message.room.id);
  if (next === undefined) return undefined;
  const messageId = newLedgerId(next.at.getTime());
  const imageSha256 = await claimImage(trx, deps, message, messageId);
  const placed = placeAfter(next.head, message, { at: next.at, messageId, imageSha256 });
  await insert(trx, placed);
  const afterwards: ((() => void) | undefined)[] = [];
  if (placed.seq === 1)
    for (const listener of deps.listeners)
      afterwards.push(await listener.first?.(trx, storedMessage(placed)));
  return { placed, afterwards };
}

/** Locks the room. */
async function lockHead(
  trx: Database,
  roomId: string,
): Promise<{ readonly head: RoomHead; readonly at: Date } | undefined> {
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
    // Not for update: a read mark made at the same time refers to the room, and each would wait for the other.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.closed_at !== null) throw failure('CHAT_CLOSED');
  return { head: { seq: row.last_seq, hash: row.last_hash, at: row.last_at }, at: row.at };
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
async function insert(trx: Database, placed: PlacedMessage): Promise<void> {
  const { room, role, senderId, content, imageId, language, clientId } = placed;
  const { seq, messageId, at, imageSha256, salt, contentHash, prevHash, hash } = placed;
  const roomId = room.id;
  const isoAt = at.toISOString();
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
