import type { ChatRole, ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Moment } from '../../platform/database/tables.ts';

/**
 * `app.chat_rooms`: rooms somebody has written in, closed, or whose orders were matched. Whose a room is never
 * changes, so it is kept here as the ledger had it: of an order one side, of a trade both, of support the member.
 */
export interface ChatRoomsTable {
  /** The order's id, the trade's, or `support-<memberId>`. */
  id: string;
  kind: ChatRoomKind;
  sell_order_id: OrderId | null;
  buy_order_id: OrderId | null;
  seller_id: MemberId | null;
  buyer_id: MemberId | null;
  member_id: MemberId | null;
  /** Whether the admins' lists show it: from the first message, match or end on. */
  listed: Generated<boolean>;
  /** The newest message's number and hash. */
  last_seq: Generated<number>;
  last_hash: string;
  /** Of the newest message, else of what made the room. To the millisecond, which is what cursors carry. */
  last_at: Moment;
  closed_at: Date | null;
  closed_by: MemberId | null;
  /** The request, or the socket, that closed it. */
  closing_request_id: string | null;
}

/** `app.chat_messages`: never changed; each row carries the hash of the one before (see proof/room-chain.ts of the ledger). */
export interface ChatMessagesTable {
  room_id: string;
  /** From 1, without a gap, in the order of the commits. */
  seq: number;
  id: string;
  sender_id: MemberId;
  role: ChatRole;
  content: string;
  /** A row of `app.images`. */
  image_id: string | null;
  /** Of the image's file as it is kept. */
  image_sha256: string | null;
  language: Language;
  /** Names the attempt of the sender's client; one message each. */
  client_id: string | null;
  at: Date;
  /** Random, hex: without it nobody can guess what the hash of a short message stands for. */
  salt: string;
  content_hash: string;
  prev_hash: string;
  hash: string;
}

/** `app.chat_reads`: how far somebody has read a room. */
export interface ChatReadsTable {
  room_id: string;
  reader_id: MemberId;
  role: ChatRole;
  seq: number;
  at: Moment;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.chat_rooms': ChatRoomsTable;
    'app.chat_messages': ChatMessagesTable;
    'app.chat_reads': ChatReadsTable;
  }
}
