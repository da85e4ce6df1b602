import type { ChatRole, ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * Rooms with a message, an end or a match. A room's orders and members never change: an order's room has one side,
     * a trade's both, a support room its member.
     */
    'app.chat_rooms': {
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
    };

    /** Append-only; each row has the hash of the one before (ledger's proof/room-chain.ts). */
    'app.chat_messages': {
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
    };

    /** How far a member has read a room. */
    'app.chat_reads': { room_id: string; reader_id: MemberId; role: ChatRole; seq: number; at: Timestamp };
  }
}

export const chatMigrations: Readonly<Record<string, Migration>> = {
  '0300_chat': migration(
    sql`
        create table app.chat_rooms (
          id text collate "C" primary key,
          kind text not null check (kind in ('order', 'trade', 'support')),
          sell_order_id text collate "C",
          buy_order_id text collate "C",
          seller_id text collate "C",
          buyer_id text collate "C",
          member_id text collate "C",
          listed boolean not null default false,
          last_seq integer not null default 0,
          last_hash text not null,
          last_at timestamptz(3) not null default now(),
          closed_at timestamptz(3),
          closed_by text collate "C",
          closing_request_id text,
          check ((sell_order_id is null) = (seller_id is null) and (buy_order_id is null) = (buyer_id is null)),
          check (case kind
            when 'support' then member_id is not null and seller_id is null and buyer_id is null
            when 'trade' then member_id is null and seller_id is not null and buyer_id is not null
            else member_id is null and (seller_id is null) <> (buyer_id is null) end)
        )`,
    sql`create index live_chats on app.chat_rooms (last_at desc, id desc) where listed and closed_at is null`,
    sql`create index ended_chats on app.chat_rooms (last_at desc, id desc) where closed_at is not null`,
    ...['seller_id', 'buyer_id', 'member_id'].map(
      (party) => sql`
          create index ${sql.ref(`chats_by_${party}`)} on app.chat_rooms (${sql.ref(party)})
          where ${sql.ref(party)} is not null`,
    ),
    sql`
        create table app.chat_messages (
          room_id text collate "C" not null references app.chat_rooms,
          seq integer not null check (seq > 0),
          id text collate "C" not null,
          sender_id text collate "C" not null,
          role text not null,
          content text not null,
          image_id text,
          image_sha256 text,
          language text not null,
          client_id text,
          at timestamptz(3) not null,
          salt text not null,
          content_hash text not null,
          prev_hash text not null,
          hash text not null,
          primary key (room_id, seq),
          constraint one_message_for_a_client_id unique (sender_id, client_id)
        )`,
    sql`
        create table app.chat_reads (
          room_id text collate "C" not null references app.chat_rooms,
          reader_id text collate "C" not null,
          role text not null,
          seq integer not null,
          at timestamptz not null default now(),
          primary key (room_id, reader_id)
        )`,
  ),
  /** A chat image is unclaimed until a message uses it, as an ID photo is until a form uses it. */
  '0301_chat_images': migration(
    sql`
        alter table app.images
          add column room_id text collate "C",
          add column uploader_id text collate "C",
          add column message_id text collate "C",
          add constraint of_a_member_or_a_room check (member_id is null or room_id is null),
          add constraint a_message_is_of_a_room check (message_id is null or room_id is not null)`,
    sql`drop index app.unclaimed_images`,
    sql`
        create index unclaimed_images on app.images (created_at)
        where member_id is null and message_id is null`,
  ),
  // Most rooms of matches never have a message.
  '0328_chats_with_messages': migration(
    sql`
        create index live_chats_with_messages on app.chat_rooms (last_at desc, id desc)
        where listed and closed_at is null and last_seq > 0`,
  ),
  // After every message its member's unread rooms are counted.
  '0329_chats_with_messages_of_a_member': migration(
    ...['seller_id', 'buyer_id', 'member_id'].flatMap((party) => [
      sql`drop index app.${sql.ref(`chats_by_${party}`)}`,
      sql`
          create index ${sql.ref(`chats_with_messages_by_${party}`)} on app.chat_rooms (${sql.ref(party)})
          where ${sql.ref(party)} is not null and last_seq > 0`,
    ]),
  ),
  // Also those without messages, when chats are searched by their member's nickname.
  '0330_support_chats': migration(
    sql`create index support_chats on app.chat_rooms (member_id) where member_id is not null`,
    sql`drop index app.chats_with_messages_by_member_id`,
  ),
  // Before a file is swept, a message is looked for that names it.
  '0302_messages_by_image': migration(
    sql`create index messages_by_image on app.chat_messages (image_sha256) where image_sha256 is not null`,
  ),
};
