import type { ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import type { NotificationBox } from '@matgyo/projections/read-models/notifications/tables';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Moment } from '../../platform/database/tables.ts';

/**
 * `app.notices`: what people are told that is no event of the ledger, written with the row it tells of. Read as one with
 * `read_notifications.notifications`.
 */
export interface NoticesTable {
  /** Derived from the row it tells of and the box. */
  notification_id: string;
  /** Whose it is; null: the admins'. */
  member_id: MemberId | null;
  box: GeneratedAlways<NotificationBox>;
  topic: NotificationTopic;
  code: NotificationCode;
  /** To the millisecond, which is what cursors carry. */
  at: Moment;
  /** Whom admins are told about. */
  subject_id: MemberId | null;
  room_id: string | null;
  room_kind: ChatRoomKind | null;
  inquiry_id: string | null;
}

/** `app.notification_marks`: one that somebody has read. Of ids, not of rows, so that it outlives a rebuild. */
export interface NotificationMarksTable {
  reader_id: MemberId;
  notification_id: string;
  /** When what was read had been told: older marks are not needed. */
  at: ColumnType<Date, Date, never>;
}

/** `app.notification_reading`: up to when somebody has read everything in a box. */
export interface NotificationReadingTable {
  reader_id: MemberId;
  box: NotificationBox;
  read_until: Date;
}

/** `app.told_notifications`: what was pushed, so that nothing is pushed twice. Kept for a day. */
export interface ToldNotificationsTable {
  notification_id: string;
  told_at: Moment;
}

/** `app.push_subscriptions`: browsers that are told while no page is open. */
export interface PushSubscriptionsTable {
  /** A capability: whoever has it can send to that browser. */
  endpoint: string;
  member_id: MemberId;
  /** Notified while this session lives. */
  session_id: string;
  /** Of the browser, base64url: what is sent is encrypted for it. */
  p256dh: string;
  auth: string;
  language: Language;
  created_at: Moment;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.notices': NoticesTable;
    'app.notification_marks': NotificationMarksTable;
    'app.notification_reading': NotificationReadingTable;
    'app.told_notifications': ToldNotificationsTable;
    'app.push_subscriptions': PushSubscriptionsTable;
  }
}
