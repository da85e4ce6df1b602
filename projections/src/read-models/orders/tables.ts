import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import type { OrderPhase, OrderStatus } from '@matgyo/contracts/order-status';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';

/** `read_orders.orders`: one row per order. amount = open + reserved + settled + withdrawn. */
export interface OrdersTable {
  order_id: OrderId;
  side: Side;
  member_id: MemberId;
  amount: Usdt;
  krw_amount: Krw;
  /** Won per USDT. */
  price: Price;
  open: Usdt;
  reserved: Usdt;
  settled: Usdt;
  withdrawn: Usdt;
  /** Charged on settled fills so far; zero on a buy order. */
  fee: Usdt;
  phase: OrderPhase;
  /** Derived by contracts from phase and quantities. */
  status: OrderStatus;
  /** The rank of the status in a sorted history. */
  status_rank: number;
  /** Revision of the order's stream. */
  revision: number;
  placed_at: Timestamp;
  approved_at: Timestamp | null;
  /** Completed, rejected or cancelled. */
  closed_at: Timestamp | null;
  updated_at: Timestamp;
  /** Why it was rejected or cancelled. */
  reason: string | null;
  cancelled_by: 'owner' | 'admin' | null;
}

/** The admins' work queues. An order may wait in two of them. */
export const queueNames = ['pending', 'open', 'in progress'] as const;
export type QueueName = (typeof queueNames)[number];

/** `read_orders.queues`: the number of orders in a queue, by side and range of won. */
export interface QueuesTable {
  key: string;
  side: Side;
  queue: QueueName;
  /** The index of the range of won, from 1; 0: below the first. */
  range: number;
  orders: number;
}

const { text, usdt, decimal, integer, revision, timestamp } = columnKinds;

export const ordersTable: TableShape<OrdersTable> = {
  name: 'orders',
  columns: {
    order_id: text,
    side: text,
    member_id: text,
    amount: usdt,
    krw_amount: decimal,
    price: decimal,
    open: usdt,
    reserved: usdt,
    settled: usdt,
    withdrawn: usdt,
    fee: usdt,
    phase: text,
    status: text,
    status_rank: integer,
    revision,
    placed_at: timestamp,
    approved_at: nullable(timestamp),
    closed_at: nullable(timestamp),
    updated_at: timestamp,
    reason: nullable(text),
    cancelled_by: nullable(text),
  },
  key: ['order_id'],
  indexes: [
    // A member's history, in the specification's order, and newest first.
    '(member_id, side, status_rank, placed_at desc, order_id desc)',
    '(member_id, placed_at desc, order_id desc)',
    // All orders of a side, newest first, whatever the status.
    '(side, placed_at desc, order_id desc)',
    // The queues, oldest first; the range of won is looked up in the index.
    `(side, placed_at, order_id) include (krw_amount) where phase = 'pending'`,
    `(side, placed_at, order_id) include (krw_amount) where phase = 'open' and open > 0`,
    // Fully matched orders first: an admin has something to complete there.
    '(side, (open > 0), placed_at, order_id) include (krw_amount) where reserved > 0',
    // Counterparts for a match with exactly this amount, or exactly this price.
    `(side, open, placed_at, order_id) where phase = 'open' and open > 0`,
    `(side, price, placed_at, order_id) where phase = 'open' and open > 0`,
  ],
};

/**
 * `read_orders.codes`: display codes of orders, searchable by any part. Separate from the orders, which change often,
 * because a trigram index is costly to write.
 */
export interface CodesTable {
  order_id: OrderId;
  side: Side;
  /** From contracts' `orderCode`. */
  code: string;
}

export const codesTable: TableShape<CodesTable> = {
  name: 'codes',
  columns: { order_id: text, side: text, code: text },
  key: ['order_id'],
  indexes: [],
  searched: ['code'],
};

export const queuesTable: TableShape<QueuesTable> = {
  name: 'queues',
  columns: { key: text, side: text, queue: text, range: integer, orders: integer },
  key: ['key'],
  indexes: [],
};
