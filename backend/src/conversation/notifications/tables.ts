import type { ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import type { NotificationBox } from '@matgyo/projections/read-models/notifications/tables';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';

/**
 * `app.notices`: notifications that come from tables instead of events, written with the row they report. Read
 * together with `read_notifications.notifications`.
 */
export interface NoticesTable {
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
}

/**
 * `app.notification_marks`: read notifications. Refers to ids, not rows, so it survives a rebuild of the read model.
 */
export interface NotificationMarksTable {
  reader_id: MemberId;
  notification_id: string;
  /** The notification's time: old marks are swept. */
  at: ColumnType<Date, Date, never>;
}

/** `app.notification_reading`: up to when a reader has read a whole box. */
export interface NotificationReadingTable {
  reader_id: MemberId;
  box: NotificationBox;
  read_until: Date;
}

/** `app.told_notifications`: delivered notifications, so that none is pushed twice. Kept for a day. */
export interface DeliveredNotificationsTable {
  notification_id: string;
  told_at: Timestamp;
}

/** `app.push_subscriptions`: browsers to notify while no page is open. */
export interface PushSubscriptionsTable {
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
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.notices': NoticesTable;
    'app.notification_marks': NotificationMarksTable;
    'app.notification_reading': NotificationReadingTable;
    'app.told_notifications': DeliveredNotificationsTable;
    'app.push_subscriptions': PushSubscriptionsTable;
  }
}
