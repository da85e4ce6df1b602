import type { ChainedMessage } from '@matgyo/ledger/proof/room-chain';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** The fields that the chain's hashes cover. */
export function chainedMessage(row: Selectable<Tables['app.chat_messages']>): ChainedMessage {
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
