import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { unreadForDays } from '../unread-for-days.ts';
import { isRoomOf } from './chat-policy.ts';
import { type ChatRoom, type RoomPointer, readableRoom, searchedRoomsMax } from './chat-room.ts';
import { roomFields } from './message-view.ts';

/**
 * Moves the caller's read mark of a room forward, never back. A change is pushed to the room and to the caller's
 * other devices. Returns the room.
 */
export async function markRead(
  { db, push }: { readonly db: Database; readonly push: Push },
  caller: Caller,
  pointer: RoomPointer & { readonly seq?: number | undefined },
): Promise<ChatRoom> {
  const { room, role } = await readableRoom(db, caller, pointer);
  const { rows } = await sql<{ seq: number }>`
    insert into app.chat_reads as known (room_id, reader_id, role, seq)
    select id, ${caller.memberId}, ${role}, least(last_seq, ${pointer.seq ?? null}::bigint)::integer from app.chat_rooms
    where id = ${room.id} and last_seq > 0
    on conflict (room_id, reader_id) do update set seq = excluded.seq, role = excluded.role, at = now()
      where known.seq < excluded.seq
    returning seq`.execute(db);
  const seq = rows[0]?.seq;
  if (seq === undefined) return room;
  push.toRoom(room.id, 'read', { room: room.id, reader: caller.nickname, role, seq });
  push.toMember(caller.memberId, 'changed', { keys: [`chat:${room.id}`] });
  return room;
}

const roomsMax = 100;
const unread = sql<number>`(room.last_seq - coalesce(mark.seq, 0))`;
/** Over all unread rooms, beyond those that are listed too. */
const unreadWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${unread}) filter (where ${condition}) over (), 0)::integer`;

/**
 * Rooms with messages the caller has not read, newest first, and how many messages these are in all, in the caller's own
 * rooms and by list: an admin's open rooms; a member's also for 90 days after their end, since the last message may say
 * why. Called after every message, so its cost must not grow with the number of rooms.
 */
export async function unreadRooms(db: Database, caller: Pick<Caller, 'memberId' | 'admin'>) {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('app.chat_rooms')
        .selectAll()
        // As text, so that a plan for all values can use the index of rooms with messages.
        .where('listed', '=', sql.lit(true))
        .where('last_seq', '>', sql.lit(0))
        .$if(caller.admin, (all) =>
          all
            .where('closed_at', 'is', null)
            .orderBy('last_at', 'desc')
            .orderBy('id', 'desc')
            .limit(searchedRoomsMax),
        )
        .as('room'),
    )
    .leftJoin('app.chat_reads as mark', (join) =>
      join.onRef('mark.room_id', '=', 'room.id').on('mark.reader_id', '=', caller.memberId),
    )
    .select(['room.id', 'room.kind', 'room.sell_order_id', 'room.buy_order_id'])
    .select(['room.seller_id', 'room.buyer_id', 'room.member_id'])
    .select([unread.as('unread'), unreadWhere(sql`true`).as('total')])
    .select(unreadWhere(isRoomOf(caller.memberId)).as('own'))
    .select(unreadWhere(sql`room.sell_order_id is not null`).as('sell'))
    .select(unreadWhere(sql`room.buy_order_id is not null`).as('buy'))
    .select(unreadWhere(sql`room.kind = 'support'`).as('support'))
    .whereRef('room.last_seq', '>', sql<number>`coalesce(mark.seq, 0)`)
    .$if(!caller.admin, (query) =>
      query
        .where(isRoomOf(caller.memberId))
        .where(sql<boolean>`coalesce(closed_at > now() - make_interval(days => ${unreadForDays}), true)`),
    )
    .orderBy('room.last_at', 'desc')
    .orderBy('room.id', 'desc')
    .limit(roomsMax)
    .execute();
  const { total = 0, own = 0, sell = 0, buy = 0, support = 0 } = rows[0] ?? {};
  return {
    total,
    own,
    lists: { sell, buy, support },
    rooms: rows.map((room) => ({
      _id: room.id,
      kind: room.kind,
      ...roomFields(room),
      tradeId: room.kind === 'trade' ? room.id : null,
      unread: room.unread,
    })),
  };
}
