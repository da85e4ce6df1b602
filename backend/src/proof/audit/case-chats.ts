import { hash } from 'node:crypto';
import type { CaseFile } from '@matgyo/contracts/case-file';
import type { InclusionProof } from '@matgyo/contracts/proofs';
import { chainStart, roomName } from '@matgyo/ledger/proof/room-chain';
import sharp from 'sharp';
import { chainedMessage } from '../checkpoints/chained-message.ts';
import type { AuditDependencies } from './routes.ts';

type Chats = CaseFile['chats'];
type Message = Chats[number]['messages'][number];

/**
 * The rooms of an order, whose own comes first, and its trades, with every message, in the form in which their chains
 * are verified: each up to its proof, or complete without one. A room that has a proof and no row is empty.
 */
export async function caseChats(
  deps: AuditDependencies,
  roomIds: readonly string[],
  proofs: ReadonlyMap<string, InclusionProof>,
): Promise<Chats> {
  const rooms = await deps.db
    .selectFrom('app.chat_rooms')
    .select(['id', 'kind', 'last_seq', 'last_hash', 'closed_at'])
    .where('id', 'in', [...roomIds])
    .execute();
  const chats: Chats = [];
  for (const id of roomIds) {
    const room = rooms.find((one) => one.id === id);
    const proof = proofs.get(roomName(id));
    if (room === undefined) {
      if (proof !== undefined) chats.push(lostRoom(id, { isOfTrade: id !== roomIds[0], proof }));
      continue;
    }
    const isFurther = proof !== undefined && proof.revision < room.last_seq;
    const end = isFurther
      ? { lastSeq: proof.revision, lastHash: proof.hash }
      : { lastSeq: room.last_seq, lastHash: room.last_hash };
    chats.push({
      roomId: room.id,
      kind: room.kind,
      closedAt: room.closed_at?.toISOString() ?? null,
      ...end,
      messages: await messagesOf(deps, room.id, end.lastSeq),
      ...(proof !== undefined && { proof }),
    });
  }
  return chats;
}

/** A room whose row is gone, though messages of it were signed: its proof contradicts that it is empty. */
const lostRoom = (
  roomId: string,
  { isOfTrade, proof }: { readonly isOfTrade: boolean; readonly proof: InclusionProof },
): Chats[number] => ({
  roomId,
  kind: isOfTrade ? 'trade' : 'order',
  closedAt: null,
  lastSeq: 0,
  lastHash: chainStart,
  messages: [],
  proof,
});

/** Up to the room's last message when its row was read, so that both are of one point in time. */
async function messagesOf({ db, images }: AuditDependencies, roomId: string, lastSeq: number) {
  const rows = await db
    .selectFrom('app.chat_messages')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('seq', '<=', lastSeq)
    .orderBy('seq')
    .execute();
  const messages: Message[] = [];
  for (const row of rows) {
    const { image_id: id, image_sha256: sha256 } = row;
    const file = id === null ? undefined : await images.read(id);
    const isWhole = file !== undefined && hash('sha256', file) === sha256;
    messages.push({ ...chainedMessage(row), image: isWhole ? await describedImage(file) : null });
  }
  return messages;
}

/** Every image is stored as a JPEG re-encoded by this system. Not its row is signed, which SQL can change, but the file. */
async function describedImage(file: Buffer): Promise<Message['image']> {
  const { width, height } = await sharp(file).metadata();
  return { type: 'image/jpeg', bytes: file.length, width, height };
}
