import type { CaseFile } from '@matgyo/contracts/case-file';
import type { Database } from '../../platform/database/tables.ts';

type Chats = CaseFile['chats'];

/** The rooms of an order and its trades, with every message, in the form that their chains are checked in. */
export async function caseChats(db: Database, roomIds: readonly string[]): Promise<Chats> {
  const rooms = await db
    .selectFrom('app.chat_rooms')
    .select(['id', 'kind', 'last_seq', 'last_hash', 'closed_at'])
    .where('id', 'in', [...roomIds])
    .execute();
  const chats: Chats = [];
  for (const id of roomIds) {
    const room = rooms.find((one) => one.id === id);
    if (room === undefined) continue;
    chats.push({
      roomId: room.id,
      kind: room.kind,
      closedAt: room.closed_at?.toISOString() ?? null,
      lastSeq: room.last_seq,
      lastHash: room.last_hash,
      messages: await messagesOf(db, room.id, room.last_seq),
    });
  }
  return chats;
}

/** Up to where the room's row stood, so that the two are of one moment. */
async function messagesOf(db: Database, roomId: string, lastSeq: number): Promise<Chats[number]['messages']> {
  const rows = await db
    .selectFrom('app.chat_messages as message')
    .leftJoin('app.images as image', 'image.id', 'message.image_id')
    .selectAll('message')
    .select(['image.bytes', 'image.width', 'image.height'])
    .where('message.room_id', '=', roomId)
    .where('message.seq', '<=', lastSeq)
    .orderBy('message.seq')
    .execute();
  return rows.map((row) => ({
    roomId: row.room_id,
    seq: row.seq,
    messageId: row.id,
    senderId: row.sender_id,
    role: row.role,
    at: row.at.toISOString(),
    content: row.content,
    imageSha256: row.image_sha256,
    image: imageOf(row),
    salt: row.salt,
    contentHash: row.content_hash,
    prevHash: row.prev_hash,
    hash: row.hash,
  }));
}

/** Every image is kept as a JPEG of our own making. */
function imageOf({
  bytes,
  width,
  height,
}: {
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
}): Chats[number]['messages'][number]['image'] {
  if (bytes === null || width === null || height === null) return null;
  return { type: 'image/jpeg', bytes, width, height };
}
