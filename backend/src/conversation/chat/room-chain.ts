import type { ChainedMessage } from '@matgyo/ledger/proof/room-chain';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { ChatMessagesTable } from './tables.ts';

/** The whole hash chain of a room, oldest first, for a transcript that can be proven. */
export async function loadRoomChain(db: Database, roomId: string): Promise<readonly ChainedMessage[]> {
  const rows = await db
    .selectFrom('app.chat_messages')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('seq')
    .execute();
  return rows.map(chainedMessage);
}

/** The fields that the chain's hashes cover. */
export function chainedMessage(row: Selectable<ChatMessagesTable>): ChainedMessage {
  return {
    roomId: row.room_id,
    seq: row.seq,
    messageId: row.id,
    senderId: row.sender_id,
    role: row.role,
    at: row.at.toISOString(),
    salt: row.salt,
    content: row.content,
    imageSha256: row.image_sha256,
    contentHash: row.content_hash,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}
