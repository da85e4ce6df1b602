import type { CaseFile } from '@matgyo/contracts/case-file';
import type { InclusionProof } from '@matgyo/contracts/proofs';
import { roomName } from '@matgyo/ledger/proof/room-chain';
import { chainedMessage } from '../../conversation/chat/room-chain.ts';
import type { Database } from '../../platform/database/tables.ts';

type Chats = CaseFile['chats'];

/**
 * The rooms of an order and its trades, with every message, in the form in which their chains are verified: each up to
 * its proof, or complete without one.
 */
export async function caseChats(
  db: Database,
  roomIds: readonly string[],
  proofs: ReadonlyMap<string, InclusionProof>,
): Promise<Chats> {
  const rooms = await db
    .selectFrom('app.chat_rooms')
    .select(['id', 'kind', 'last_seq', 'last_hash', 'closed_at'])
    .where('id', 'in', [...roomIds])
    .execute();
  const chats: Chats = [];
  for (const id of roomIds) {
    const room = rooms.find((one) => one.id === id);
    if (room === undefined) continue;
    const proof = proofs.get(roomName(id));
    const isFurther = proof !== undefined && proof.revision < room.last_seq;
    const end = isFurther
      ? { lastSeq: proof.revision, lastHash: proof.hash }
      : { lastSeq: room.last_seq, lastHash: room.last_hash };
    chats.push({
      roomId: room.id,
      kind: room.kind,
      closedAt: room.closed_at?.toISOString() ?? null,
      ...end,
      messages: await messagesOf(db, room.id, end.lastSeq),
      ...(proof !== undefined && { proof }),
    });
  }
  return chats;
}

/** Up to the room's last message when its row was read, so that both are of one point in time. */
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
  return rows.map((row) => ({ ...chainedMessage(row), image: imageOf(row) }));
}

type ImageColumns = Readonly<Record<'bytes' | 'width' | 'height', number | null>>;

/** Every image is stored as a JPEG re-encoded by this system. */
function imageOf({ bytes, width, height }: ImageColumns): Chats[number]['messages'][number]['image'] {
  if (bytes === null || width === null || height === null) return null;
  return { type: 'image/jpeg', bytes, width, height };
}
