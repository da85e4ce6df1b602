import type { ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type ChatRoom, liveThenNewest } from './chat-room.ts';
import { roomFields } from './message-view.ts';

/** Read marks per room, the most recent ones. */
const readMarksMax = 20;

export async function roomView(db: Database, room: ChatRoom, readerId: MemberId): Promise<ChatRoomView> {
  const [state, marks, trade] = await Promise.all([
    db
      .selectFrom('app.chat_rooms')
      .select(['last_seq', 'closed_at'])
      .where('id', '=', room.id)
      .executeTakeFirst(),
    readMarks(db, room.id, readerId),
    currentTrade(db, room),
  ]);
  const closedAt = state?.closed_at ?? null;
  return {
    _id: room.id,
    kind: room.kind,
    ...roomFields(room),
    ...(trade && { currentOrderInProgress: trade.counter_order_id }),
    tradeId: room.kind === 'trade' ? room.id : (trade?.trade_id ?? null),
    lastSeq: state?.last_seq ?? 0,
    readSeq: marks.find(({ reader_id }) => reader_id === readerId)?.seq ?? 0,
    reads: marks
      .filter(({ reader_id }) => reader_id !== readerId)
      .map(({ nickname, role, seq }) => ({ reader: shownNickname(nickname), role, seq })),
    closed: closedAt !== null,
    closedAt: closedAt?.toISOString() ?? null,
  };
}

/** The caller's mark comes first, so that the limit never cuts it off. */
const readMarks = (db: Database, roomId: string, readerId: MemberId) =>
  db
    .selectFrom('app.chat_reads as mark')
    .leftJoin('app.members as reader', 'reader.id', 'mark.reader_id')
    .select(['mark.reader_id', 'mark.role', 'mark.seq', 'reader.nickname'])
    .where('mark.room_id', '=', roomId)
    .orderBy(sql`mark.reader_id <> ${readerId}`)
    .orderBy('mark.at', 'desc')
    .limit(readMarksMax)
    .execute();

/** An order's match, for its room, with the other order and its owner. */
export async function currentTrade(db: Database, room: ChatRoom) {
  if (room.kind !== 'order') return undefined;
  const [own, counterOrder, counterOwner] =
    room.sell_order_id === null
      ? (['buy_order_id', 'sell_order_id', 'seller_id'] as const)
      : (['sell_order_id', 'buy_order_id', 'buyer_id'] as const);
  return db
    .selectFrom('read_trades.trades')
    .select(['trade_id', `${counterOrder} as counter_order_id`, `${counterOwner} as counter_owner_id`])
    .where(own, '=', (room.sell_order_id ?? room.buy_order_id) as NonNullable<typeof room.sell_order_id>)
    .where('matched_at', 'is not', null)
    .orderBy(liveThenNewest)
    .limit(1)
    .executeTakeFirst();
}
