import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { isRoomOf } from './chat-policy.ts';
import { cursorKey, sessionRows, sessionView } from './list-sessions.ts';

/** The chats the caller is a party of, also for admins: open ones first, newest message first. */
export const ownSessions =
  (db: Database) =>
  async ({ caller, query }: HandlerRequest<typeof chatEndpoints.ownSessions>) => {
    const { memberId } = caller;
    const after = decodeCursor(cursorKey, query.cursor);
    const order = sql`(room.closed_at is null) desc, room.last_at desc, room.id desc`;
    let rooms = db
      .selectFrom('app.chat_rooms as room')
      .select('room.id')
      .where(isRoomOf(memberId))
      .where(sql<SqlBool>`(room.listed or room.closed_at is not null)`)
      // Without messages, only the room of a live match is of use.
      .where(
        sql<SqlBool>`(room.last_seq > 0 or room.kind = 'support' or exists (
          select from read_trades.trades trade where trade.trade_id = room.id and not trade.finished))`,
      )
      .orderBy(order)
      .limit(query.limit + 1);
    if (after !== undefined)
      rooms = rooms.where(
        sql<SqlBool>`(room.closed_at is null, room.last_at, room.id) < (${after[0]}, ${after[1]}::timestamptz, ${after[2]})`,
      );
    const rows = await sessionRows(db, memberId)
      .where(sql<SqlBool>`room.id = any(array(${rooms}))`)
      .orderBy(order)
      .execute();
    const { page, nextCursor } = cutPage(rows, query.limit, (row) => [
      row.closed_at === null,
      row.last_at.toISOString(),
      row.id,
    ]);
    return {
      items: page.map((row) => sessionView(row, row.buyer_id === memberId ? 'buy' : 'sell')),
      nextCursor,
    };
  };
