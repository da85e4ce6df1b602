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
    let rows = sessionRows(db, memberId)
      .where(isRoomOf(memberId))
      .where(sql<SqlBool>`(room.listed or room.closed_at is not null)`)
      // Without messages, only the room of a live match is of use.
      .where(
        sql<SqlBool>`(room.last_seq > 0 or room.kind = 'support' or exists (
          select from read_trades.trades trade where trade.trade_id = room.id and not trade.finished))`,
      )
      .orderBy(sql`room.closed_at is null`, 'desc')
      .orderBy('room.last_at', 'desc')
      .orderBy('room.id', 'desc')
      .limit(query.limit + 1);
    if (after !== undefined)
      rows = rows.where(
        sql<SqlBool>`(room.closed_at is null, room.last_at, room.id) < (${after[0]}, ${after[1]}::timestamptz, ${after[2]})`,
      );
    const { page, nextCursor } = cutPage(await rows.execute(), query.limit, (row) => [
      row.closed_at === null,
      row.last_at.toISOString(),
      row.id,
    ]);
    return {
      items: page.map((row) => sessionView(row, row.buyer_id === memberId ? 'buy' : 'sell')),
      nextCursor,
    };
  };
