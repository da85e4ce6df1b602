import type { Role } from '@matgyo/contracts/events/member-events';
import type { ApprovalId, CaseId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Price } from '@matgyo/contracts/money';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import { columnKinds, nullable, type RowOf, tableShape } from '../../table-shape.ts';

export type NotificationBox = 'admins' | MemberId;

const { text, uuid, usdt, decimal, integer, timestamp } = columnKinds;

/** `read_notifications.notifications`: recipient and a code with parameters, never changed afterwards. */
export const notificationsTable = tableShape({
  name: 'notifications',
  columns: {
    /** Derived from the event and the box, so that it is the same after a rebuild or a restore. */
    notification_id: text(),
    event_id: uuid(),
    box: text<NotificationBox>(),
    topic: text<NotificationTopic>(),
    code: text<NotificationCode>(),
    at: timestamp(),
    /** The member that an admins' notification is about. Null in a member's inbox. */
    subject_id: nullable(text<MemberId>()),
    /** The reader's order; an admins' notification may concern an order too. */
    order_id: nullable(text<OrderId>()),
    side: nullable(text<Side>()),
    order_amount: nullable(usdt()),
    order_price: nullable(decimal<Price>()),
    /** The match's amount and price. */
    trade_id: nullable(text<TradeId>()),
    counter_order_id: nullable(text<OrderId>()),
    amount: nullable(usdt()),
    price: nullable(decimal<Price>()),
    role: nullable(text<Role>()),
    approval_id: nullable(text<ApprovalId>()),
    /** The dispute it is about. */
    case_id: nullable(text<CaseId>()),
    /** Why the order was rejected. */
    reason: nullable(text()),
  },
  key: ['notification_id'],
  indexes: ['(at)', '(box, at desc, notification_id desc)', '(box, topic, at desc, notification_id desc)'],
});
export type NotificationsTable = RowOf<typeof notificationsTable>;

/** `read_notifications.orders`: owner and display data of an order. */
export const notifiedOrdersTable = tableShape({
  name: 'orders',
  columns: {
    order_id: text<OrderId>(),
    side: text<Side>(),
    member_id: text<MemberId>(),
    amount: usdt(),
    price: decimal<Price>(),
  },
  key: ['order_id'],
});
export type NotifiedOrdersTable = RowOf<typeof notifiedOrdersTable>;

/** `read_notifications.trades`: data that later events of a trade do not repeat. */
export const notifiedTradesTable = tableShape({
  name: 'trades',
  columns: {
    trade_id: text<TradeId>(),
    sell_order_id: text<OrderId>(),
    buy_order_id: text<OrderId>(),
    amount: usdt(),
    price: decimal<Price>(),
    /** The parties whose consent it needs, separated by commas; empty where it needs none. */
    consent_of: text(),
    /** Number of statements in its newest case; the first one opened it. */
    case_statements: integer(),
  },
  key: ['trade_id'],
});

/** `read_notifications.admins`: since when a member gets the admins' notifications. */
export const notifiedAdminsTable = tableShape({
  name: 'admins',
  columns: { member_id: text<MemberId>(), since: timestamp() },
  key: ['member_id'],
});
