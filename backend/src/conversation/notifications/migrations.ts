import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const notificationMigrations: Readonly<Record<string, Migration>> = {
  '0310_notifications': {
    async up(db) {
      await sql`
        create table app.notices (
          notification_id text collate "C" primary key check (notification_id ~ '^[0-9a-f]{24}$'),
          member_id text collate "C" references app.members on delete cascade,
          box text collate "C" not null generated always as (coalesce(member_id, 'admins')) stored,
          topic text collate "C" not null,
          code text collate "C" not null,
          at timestamptz(3) not null default now(),
          subject_id text collate "C" references app.members on delete cascade,
          room_id text collate "C",
          room_kind text collate "C",
          inquiry_id text collate "C" references app.inquiries on delete cascade,
          check ((room_id is null) = (room_kind is null))
        )`.execute(db);
      await sql`create index on app.notices (box, at desc, notification_id desc)`.execute(db);
      await sql`create index on app.notices (box, topic, at desc, notification_id desc)`.execute(db);
      await sql`create index on app.notices (inquiry_id) where inquiry_id is not null`.execute(db);
      await sql`
        create table app.notification_marks (
          reader_id text collate "C" not null references app.members on delete cascade,
          notification_id text collate "C" not null,
          at timestamptz(3) not null,
          primary key (reader_id, notification_id)
        )`.execute(db);
      await sql`create index on app.notification_marks (at)`.execute(db);
      await sql`
        create table app.notification_reading (
          reader_id text collate "C" not null references app.members on delete cascade,
          box text collate "C" not null,
          read_until timestamptz(3) not null,
          primary key (reader_id, box)
        )`.execute(db);
      await sql`
        create table app.told_notifications (
          notification_id text collate "C" primary key,
          told_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index on app.told_notifications (told_at)`.execute(db);
    },
  },
  '0311_push_subscriptions': {
    async up(db) {
      await sql`
        create table app.push_subscriptions (
          endpoint text collate "C" primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          p256dh text not null,
          auth text not null,
          language text not null,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index on app.push_subscriptions (member_id, created_at)`.execute(db);
    },
  },
  /**
   * Assigns existing subscriptions to their owner's newest session. A browser without one subscribes again at its
   * next visit.
   */
  '0312_push_subscriptions_of_sessions': {
    async up(db) {
      await sql`
        alter table app.push_subscriptions
          add column session_id text references app.sessions on delete cascade`.execute(db);
      await sql`
        update app.push_subscriptions s set session_id = (
          select id from app.sessions where member_id = s.member_id and revoked_at is null and expires_at > now()
          order by created_at desc limit 1)`.execute(db);
      await sql`delete from app.push_subscriptions where session_id is null`.execute(db);
      await sql`alter table app.push_subscriptions alter column session_id set not null`.execute(db);
      await sql`create index on app.push_subscriptions (session_id)`.execute(db);
    },
  },
};
