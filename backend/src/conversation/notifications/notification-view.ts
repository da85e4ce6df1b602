import type { NotificationView, PushedNotification } from '@matgyo/contracts/endpoints/notifications';
import { type Language, languages } from '@matgyo/contracts/errors/index';
import { orderCode } from '@matgyo/contracts/ids';
import { type NotificationContext, notificationText } from '@matgyo/contracts/notification-texts';
import { consentBegins, consentMinutes } from '@matgyo/ledger/trade/consent';
import type { NotificationRow } from './notification-rows.ts';

export function notificationView(row: NotificationRow, language: Language, read: boolean): NotificationView {
  return { ...common(row), message: notificationText(contextOf(row), language), read };
}

/** The same for a socket, which has no language; `message` is in the default one. */
export function pushedNotification(row: NotificationRow): PushedNotification {
  const context = contextOf(row);
  const messages = Object.fromEntries(
    languages.map((language) => [language, notificationText(context, language)]),
  ) as Record<Language, string>;
  return { ...common(row), message: messages[languages[0]], messages };
}

const common = (row: NotificationRow): Omit<NotificationView, 'message' | 'read'> => ({
  ...impersonalFields(row),
  at: row.at.toISOString(),
  orderCode: codeOf(row),
  memberId: row.subject_id,
  nickname: row.nickname,
});

/** Also sent by push, encrypted for the browser: no names and no figures; a support chat's id has its member's in it. */
export const impersonalFields = (row: NotificationRow) => ({
  _id: row.notification_id,
  code: row.code,
  topic: row.topic,
  isForAdmin: row.box === 'admins',
  orderId: row.order_id,
  orderType: row.side,
  currentOrderInProgress: row.counter_order_id,
  tradeId: row.trade_id,
  roomId: row.room_id,
  inquiryId: row.inquiry_id,
  caseId: row.case_id,
  approvalId: row.approval_id,
});

const codeOf = ({ side, order_amount, order_id }: NotificationRow): string | null =>
  side && order_amount && order_id ? orderCode(side, order_amount, order_id) : null;

const contextOf = (row: NotificationRow): NotificationContext => ({
  code: row.code,
  side: row.side,
  isForAdmin: row.box === 'admins',
  orderCode: codeOf(row),
  amount: row.amount ?? (row.code === 'ORDER_PLACED' ? row.order_amount : null),
  price: row.price,
  orderPrice: row.order_price,
  role: row.role,
  reason: row.reason,
  inquiryTitle: row.inquiry_title,
  nickname: row.nickname,
  until: row.code === 'CONSENT_ASKED' ? offerEnd(row.at) : null,
});

/** The event has the minutes of its offer, the row has not. They were others only where an earlier version was set so. */
const offerEnd = (at: Date): string =>
  consentBegins({ of: [], minutes: consentMinutes }, at.toISOString()).until;
