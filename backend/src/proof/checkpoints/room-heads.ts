import type { Head } from '@matgyo/ledger/proof/merkle-tree';
import type { ChainedMessage } from '@matgyo/ledger/proof/room-chain';
import { sql } from 'kysely';
import { chainedMessage } from '../../conversation/chat/room-chain.ts';
import type { Database } from '../../platform/database/tables.ts';

/** The signed heads of rooms at a checkpoint, and the current hashes of those messages. */
export async function signedRooms(
  db: Database,
  sequence: number,
): Promise<readonly (Head & { readonly stored: string | null })[]> {
  const { rows } = await sql<Head & { readonly stored: string | null }>`
    select head.stream, head.revision, head.hash, message.hash as stored
    from (
      select distinct on (stream) stream, revision, hash from app.signed_heads
      where stream >= 'room-' and stream < 'room.' and sequence <= ${sequence}
      order by stream, revision desc
    ) head
    left join app.chat_messages message
      on message.room_id = substr(head.stream, 6) and message.seq = head.revision`.execute(db);
  return rows;
}

/** Rooms with new messages since then; undefined: all rooms with messages. */
export async function roomsGrownSince(
  db: Database,
  since: Date | undefined,
): Promise<readonly { readonly id: string; readonly lastSeq: number }[]> {
  let rooms = db.selectFrom('app.chat_rooms').select(['id', 'last_seq as lastSeq']).where('last_seq', '>', 0);
  if (since !== undefined) rooms = rooms.where('last_at', '>=', since);
  return rooms.execute();
}

/** The messages of these rooms after the known ones, in order. */
export async function messagesAfter(
  db: Database,
  rooms: readonly { readonly id: string; readonly after: number }[],
): Promise<readonly ChainedMessage[]> {
  const rows = await db
    .selectFrom('app.chat_messages')
    .selectAll()
    .where(({ or, and, eb }) =>
      or(rooms.map(({ id, after }) => and([eb('room_id', '=', id), eb('seq', '>', after)]))),
    )
    .orderBy('room_id')
    .orderBy('seq')
    .execute();
  return rows.map(chainedMessage);
}
