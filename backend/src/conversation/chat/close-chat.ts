import { sql } from 'kysely';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { isOfOwnOrder, mayClose } from './chat-policy.ts';
import { type ChatRoom, ensureRoom, type RoomPointer, readableRoom } from './chat-room.ts';
import type { ChatDependencies } from './send-message.ts';

/** Closes a room for further messages. Closing a closed room changes nothing. */
export async function closeChat(
  { db, push, reportRoom }: Pick<ChatDependencies, 'db' | 'push' | 'reportRoom'>,
  caller: Caller,
  pointer: RoomPointer,
  requestId: string,
): Promise<ChatRoom> {
  if (!mayClose(caller)) throw failure('FORBIDDEN');
  const { room, role } = await readableRoom(db, caller, pointer);
  if (isOfOwnOrder(role)) throw failure('OWN_ORDER');
  await ensureRoom(db, room);
  const closedAt = await db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('app.chat_rooms')
      .set({
        closed_at: sql<Date>`greatest(last_at, clock_timestamp())`,
        closed_by: caller.memberId,
        closing_request_id: requestId,
        listed: true,
      })
      .where('id', '=', room.id)
      .where('closed_at', 'is', null)
      .returning('closed_at')
      .executeTakeFirst();
    if (closed === undefined) return null;
    const { closed_at: at } = closed;
    await recordAudit(trx, {
      action: 'chat-closed',
      actor: caller,
      subjectId: room.id,
      requestId,
      details: { closedAt: at?.toISOString() ?? null },
    });
    return at;
  });
  if (closedAt !== null) {
    push.toRoom(room.id, 'closed', { room: room.id, closedAt: closedAt.toISOString() });
    reportRoom(room);
  }
  return room;
}
