import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import { chatImageUrl } from './chat-image-source.ts';
import type { ChatRoom } from './chat-room.ts';

/** The room in the specification's field names; a trade is named by its sell order. */
export const roomFields = ({ id, kind, sell_order_id, buy_order_id }: ChatRoom) =>
  kind === 'trade'
    ? { orderId: sell_order_id ?? id, orderType: 'sell' as const, currentOrderInProgress: buy_order_id }
    : {
        orderId: id,
        orderType: kind === 'support' ? null : sell_order_id === null ? ('buy' as const) : ('sell' as const),
        currentOrderInProgress: null,
      };

/** Messages of a room with their senders' nicknames; callers add the conditions. */
export const messageRows = (db: Database, room: ChatRoom) =>
  db
    .selectFrom('app.chat_messages as message')
    .leftJoin('app.members as sender', 'sender.id', 'message.sender_id')
    .select(['message.id as messageId', 'message.seq', 'message.content', 'message.role', 'message.at'])
    .select(['message.image_id as imageId', 'message.language', 'message.client_id as clientId'])
    .select('sender.nickname')
    .where('message.room_id', '=', room.id);

type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number];

export const messageView = (room: ChatRoom, row: MessageRow): ChatMessageView => ({
  _id: row.messageId,
  room: room.id,
  seq: row.seq,
  content: row.content,
  sender: shownNickname(row.nickname),
  role: row.role,
  ...roomFields(room),
  timestamp: row.at.toISOString(),
  image: row.imageId === null ? null : chatImageUrl(row.imageId),
  storedLanguage: row.language,
  clientId: row.clientId,
});

/** A message that is known to exist. */
export async function messageBySeq(db: Database, room: ChatRoom, seq: number): Promise<ChatMessageView> {
  const row = await messageRows(db, room).where('message.seq', '=', seq).executeTakeFirstOrThrow();
  return messageView(room, row);
}
