import type { ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import type { NotificationBox } from '@matgyo/projections/read-models/notifications/tables';
import { type ColumnType, type GeneratedAlways, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * Notifications that come from tables instead of events, written with the row they report. Read together with
     * `read_notifications.notifications`.
     */
    'app.notices': {
      /** Derived from the reported row and the box. */
      notification_id: string;
      /** The receiver; null: the admins. */
      member_id: MemberId | null;
      box: GeneratedAlways<NotificationBox>;
      topic: NotificationTopic;
      code: NotificationCode;
      /** In milliseconds, like cursors. */
      at: Timestamp;
      /** The member an admins' notification is about. */
      subject_id: MemberId | null;
      room_id: string | null;
      room_kind: ChatRoomKind | null;
      inquiry_id: string | null;
    };

    /** Read notifications. Refers to ids, not rows, so it survives a rebuild of the read model. */
    'app.notification_marks': {
      reader_id: MemberId;
      notification_id: string;
      /** The notification's time: old marks are swept. */
      at: ColumnType<Date, Date, never>;
    };

    /** Up to when a reader has read a whole box. */
    'app.notification_reading': { reader_id: MemberId; box: NotificationBox; read_until: Date };

    /** Delivered notifications, so that none is pushed twice. Kept for a day. */
    'app.told_notifications': { notification_id: string; told_at: Timestamp };

    /** Browsers to notify also while no page is open. */
    'app.push_subscriptions': {
      /** A secret: anyone who knows it can send to the browser. */
      endpoint: string;
      member_id: MemberId;
      /** Notified while this session lives. */
      session_id: string;
      /** The browser's public key, base64url. */
      p256dh: string;
      auth: string;
      language: Language;
      created_at: Timestamp;
    };
  }
}

export const notificationMigrations: Readonly<Record<string, Migration>> = {
  '0310_notifications': migration(
    sql`
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
        )`,
    sql`create index on app.notices (box, at desc, notification_id desc)`,
    sql`create index on app.notices (box, topic, at desc, notification_id desc)`,
    sql`create index on app.notices (inquiry_id) where inquiry_id is not null`,
    sql`
        create table app.notification_marks (
          reader_id text collate "C" not null references app.members on delete cascade,
          notification_id text collate "C" not null,
          at timestamptz(3) not null,
          primary key (reader_id, notification_id)
        )`,
    sql`create index on app.notification_marks (at)`,
    sql`
        create table app.notification_reading (
          reader_id text collate "C" not null references app.members on delete cascade,
          box text collate "C" not null,
          read_until timestamptz(3) not null,
          primary key (reader_id, box)
        )`,
    sql`
        create table app.told_notifications (
          notification_id text collate "C" primary key,
          told_at timestamptz not null default now()
        )`,
    sql`create index on app.told_notifications (told_at)`,
  ),
  '0311_push_subscriptions': migration(
    sql`
        create table app.push_subscriptions (
          endpoint text collate "C" primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          p256dh text not null,
          auth text not null,
          language text not null,
          created_at timestamptz not null default now()
        )`,
    sql`create index on app.push_subscriptions (member_id, created_at)`,
  ),
  /**
   * Assigns existing subscriptions to their owner's newest session. A browser without one subscribes again at its
   * next visit.
   */
  '0312_push_subscriptions_of_sessions': migration(
    sql`
        alter table app.push_subscriptions
          add column session_id text references app.sessions on delete cascade`,
    sql`
        update app.push_subscriptions s set session_id = (
          select id from app.sessions where member_id = s.member_id and revoked_at is null and expires_at > now()
          order by created_at desc limit 1)`,
    sql`delete from app.push_subscriptions where session_id is null`,
    sql`alter table app.push_subscriptions alter column session_id set not null`,
    sql`create index on app.push_subscriptions (session_id)`,
  ),
  '0313_notices_by_time': migration(sql`create index on app.notices (at)`),
};
