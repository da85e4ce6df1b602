import type { Role } from '@matgyo/contracts/events/member-events';
import type { ApprovalId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Price, Usdt } from '@matgyo/contracts/money';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';

/** The inbox of a notification: the admins' or one member's. */
export type NotificationBox = 'admins' | MemberId;

/** `read_notifications.notifications`: recipient and a code with parameters, never changed afterwards. */
export interface NotificationsTable {
  /** Derived from the event and the box, so that it is the same after a rebuild or a restore. */
  notification_id: string;
  event_id: string;
  box: NotificationBox;
  topic: NotificationTopic;
  code: NotificationCode;
  at: Timestamp;
  /** The member that an admins' notification is about. Null in a member's inbox. */
  subject_id: MemberId | null;
  /** The reader's order; an admins' notification may concern an order too. */
  order_id: OrderId | null;
  side: Side | null;
  order_amount: Usdt | null;
  order_price: Price | null;
  /** The match's amount and price. */
  trade_id: TradeId | null;
  counter_order_id: OrderId | null;
  amount: Usdt | null;
  price: Price | null;
  role: Role | null;
  approval_id: ApprovalId | null;
}

/** `read_notifications.orders`: owner and display data of an order. */
export interface NotifiedOrdersTable {
  order_id: OrderId;
  side: Side;
  member_id: MemberId;
  amount: Usdt;
  price: Price;
}

/** `read_notifications.trades`: data that later events of a trade do not repeat. */
export interface NotifiedTradesTable {
  trade_id: TradeId;
  sell_order_id: OrderId;
  buy_order_id: OrderId;
  amount: Usdt;
  price: Price;
  /** The parties whose consent it needs, separated by commas; empty where it needs none. */
  consent_of: string;
  /** Number of statements in its newest case; the first one opened it. */
  case_statements: number;
}

/** `read_notifications.admins`: since when a member gets the admins' notifications. */
export interface NotifiedAdminsTable {
  member_id: MemberId;
  since: Timestamp;
}

const { text, uuid, usdt, decimal, integer, timestamp } = columnKinds;

export const notificationsTable: TableShape<NotificationsTable> = {
  name: 'notifications',
  columns: {
    notification_id: text,
    event_id: uuid,
    box: text,
    topic: text,
    code: text,
    at: timestamp,
    subject_id: nullable(text),
    order_id: nullable(text),
    side: nullable(text),
    order_amount: nullable(usdt),
    order_price: nullable(decimal),
    trade_id: nullable(text),
    counter_order_id: nullable(text),
    amount: nullable(usdt),
    price: nullable(decimal),
    role: nullable(text),
    approval_id: nullable(text),
  },
  key: ['notification_id'],
  indexes: ['(box, at desc, notification_id desc)', '(box, topic, at desc, notification_id desc)'],
};

export const notifiedOrdersTable: TableShape<NotifiedOrdersTable> = {
  name: 'orders',
  columns: { order_id: text, side: text, member_id: text, amount: usdt, price: decimal },
  key: ['order_id'],
  indexes: [],
};

export const notifiedTradesTable: TableShape<NotifiedTradesTable> = {
  name: 'trades',
  columns: {
    trade_id: text,
    sell_order_id: text,
    buy_order_id: text,
    amount: usdt,
    price: decimal,
    consent_of: text,
    case_statements: integer,
  },
  key: ['trade_id'],
  indexes: [],
};

export const notifiedAdminsTable: TableShape<NotifiedAdminsTable> = {
  name: 'admins',
  columns: { member_id: text, since: timestamp },
  key: ['member_id'],
  indexes: [],
};
