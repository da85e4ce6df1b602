import type { ChainedMessage } from '@matgyo/ledger/proof/room-chain';
import type { Database } from '../../platform/database/tables.ts';
import { chainedMessage } from '../../proof/checkpoints/chained-message.ts';

/** The whole hash chain of a room, oldest first. */
export async function loadRoomChain(db: Database, roomId: string): Promise<readonly ChainedMessage[]> {
  const rows = await db
    .selectFrom('app.chat_messages')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('seq')
    .execute();
  return rows.map(chainedMessage);
}
