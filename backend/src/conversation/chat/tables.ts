import type { ChatRole, ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';

/**
 * `app.chat_rooms`: rooms with a message, an end or a match. A room's orders and members never change: an order's
 * room has one side, a trade's both, a support room its member.
 */
export interface ChatRoomsTable {
  /** The order's id, the trade's id, or `support-<memberId>`. */
  id: string;
  kind: ChatRoomKind;
  sell_order_id: OrderId | null;
  buy_order_id: OrderId | null;
  seller_id: MemberId | null;
  buyer_id: MemberId | null;
  member_id: MemberId | null;
  /** Whether lists show it: from the first message, match or end on. */
  listed: Generated<boolean>;
  /** The newest message's number and hash. */
  last_seq: Generated<number>;
  last_hash: string;
  /** Of the newest message, or of what created the room. In milliseconds, like cursors. */
  last_at: Timestamp;
  closed_at: Date | null;
  closed_by: MemberId | null;
  /** The request or socket that closed it. */
  closing_request_id: string | null;
}

/** `app.chat_messages`: append-only; each row has the hash of the one before (ledger's proof/room-chain.ts). */
export interface ChatMessagesTable {
  room_id: string;
  /** From 1, without gaps, in commit order. */
  seq: number;
  id: string;
  sender_id: MemberId;
  role: ChatRole;
  content: string;
  /** A row of `app.images`. */
  image_id: string | null;
  /** Hash of the stored image file. */
  image_sha256: string | null;
  language: Language;
  /** The client's id of this message, unique per sender. */
  client_id: string | null;
  at: Date;
  /** Random, hex. Keeps the text of a short message from being guessed from its hash. */
  salt: string;
  content_hash: string;
  prev_hash: string;
  hash: string;
}

/** `app.chat_reads`: how far a member has read a room. */
export interface ChatReadsTable {
  room_id: string;
  reader_id: MemberId;
  role: ChatRole;
  seq: number;
  at: Timestamp;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.chat_rooms': ChatRoomsTable;
    'app.chat_messages': ChatMessagesTable;
    'app.chat_reads': ChatReadsTable;
  }
}
