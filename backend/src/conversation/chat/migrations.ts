import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const chatMigrations: Readonly<Record<string, Migration>> = {
  '0300_chat': {
    async up(db) {
      await sql`
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
        )`.execute(db);
      await sql`
        create index live_chats on app.chat_rooms (last_at desc, id desc) where listed and closed_at is null`.execute(
        db,
      );
      await sql`
        create index ended_chats on app.chat_rooms (last_at desc, id desc) where closed_at is not null`.execute(
        db,
      );
      for (const party of ['seller_id', 'buyer_id', 'member_id'])
        await sql`
          create index ${sql.ref(`chats_by_${party}`)} on app.chat_rooms (${sql.ref(party)})
          where ${sql.ref(party)} is not null`.execute(db);
      await sql`
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
        )`.execute(db);
      await sql`
        create table app.chat_reads (
          room_id text collate "C" not null references app.chat_rooms,
          reader_id text collate "C" not null,
          role text not null,
          seq integer not null,
          at timestamptz not null default now(),
          primary key (room_id, reader_id)
        )`.execute(db);
    },
  },
  /** A chat image is unclaimed until a message uses it, as an ID photo is until a form uses it. */
  '0301_chat_images': {
    async up(db) {
      await sql`
        alter table app.images
          add column room_id text collate "C",
          add column uploader_id text collate "C",
          add column message_id text collate "C",
          add constraint of_a_member_or_a_room check (member_id is null or room_id is null),
          add constraint a_message_is_of_a_room check (message_id is null or room_id is not null)`.execute(
        db,
      );
      await sql`drop index app.unclaimed_images`.execute(db);
      await sql`
        create index unclaimed_images on app.images (created_at)
        where member_id is null and message_id is null`.execute(db);
    },
  },
};
