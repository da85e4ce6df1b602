import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import type { Krw, Price } from '@matgyo/contracts/money';
import type { OrderPhase, OrderStatus } from '@matgyo/contracts/order-status';
import { columnKinds, nullable, type RowOf, tableShape } from '../../table-shape.ts';

/** The admins' work queues. An order may wait in two of them. */
export const queueNames = ['pending', 'open', 'in progress'] as const;
export type QueueName = (typeof queueNames)[number];

const { text, usdt, decimal, integer, revision, timestamp } = columnKinds;

/** `read_orders.orders`: one row per order. amount = open + reserved + settled + withdrawn. */
export const ordersTable = tableShape({
  name: 'orders',
  columns: {
    order_id: text<OrderId>(),
    side: text<Side>(),
    member_id: text<MemberId>(),
    amount: usdt(),
    krw_amount: decimal<Krw>(),
    /** Won per USDT. */
    price: decimal<Price>(),
    open: usdt(),
    reserved: usdt(),
    settled: usdt(),
    withdrawn: usdt(),
    /** Charged on settled fills so far; zero on a buy order. */
    fee: usdt(),
    phase: text<OrderPhase>(),
    /** Derived by contracts from phase and quantities. */
    status: text<OrderStatus>(),
    /** The rank of the status in a sorted history. */
    status_rank: integer(),
    revision: revision(),
    placed_at: timestamp(),
    /** Completed, rejected or cancelled. */
    closed_at: nullable(timestamp()),
    updated_at: timestamp(),
    /** Why it was rejected or cancelled. */
    reason: nullable(text()),
  },
  key: ['order_id'],
  indexes: [
    // A member's history, in the specification's order, with what its totals sum; and newest first.
    '(member_id, side, status_rank, placed_at desc, order_id desc) include (open, reserved, settled)',
    '(member_id, placed_at desc, order_id desc)',
    // All orders of a side, newest first, whatever the status; and those of one, which may be rare.
    '(side, placed_at desc, order_id desc)',
    '(side, status, placed_at desc, order_id desc)',
    // The queues, oldest first; the range of won is looked up in the index.
    `(side, placed_at, order_id) include (krw_amount) where phase = 'pending'`,
    `(side, placed_at, order_id) include (krw_amount) where phase = 'open' and open > 0`,
    // Fully matched orders first: an admin has something to complete there.
    '(side, (open > 0), placed_at, order_id) include (krw_amount) where reserved > 0',
    // Counterparts for a match with exactly this amount, or exactly this price.
    `(side, open, placed_at, order_id) where phase = 'open' and open > 0`,
    `(side, price, placed_at, order_id) where phase = 'open' and open > 0`,
  ],
});
export type OrdersTable = RowOf<typeof ordersTable>;

/**
 * `read_orders.codes`: display codes of orders, searchable by any part. Separate from the orders, which change often,
 * because a trigram index is costly to write.
 */
export const codesTable = tableShape({
  name: 'codes',
  columns: {
    order_id: text<OrderId>(),
    side: text<Side>(),
    /** From contracts' `orderCode`. */
    code: text(),
  },
  key: ['order_id'],
  searched: ['code'],
});
export type CodesTable = RowOf<typeof codesTable>;

/** `read_orders.queues`: the number of orders in a queue, by side and range of won. */
export const queuesTable = tableShape({
  name: 'queues',
  columns: {
    key: text(),
    side: text<Side>(),
    queue: text<QueueName>(),
    /** The index of the range of won, from 1; 0: below the first. */
    range: integer(),
    orders: integer(),
  },
  key: ['key'],
});
export type QueuesTable = RowOf<typeof queuesTable>;
