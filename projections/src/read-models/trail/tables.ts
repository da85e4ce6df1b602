import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { OrderPhase, OrderStatus } from '@matgyo/contracts/order-status';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';

/** The order's state after an event. */
interface OrderState {
  phase: OrderPhase;
  status: OrderStatus;
  open: Usdt;
  reserved: Usdt;
  settled: Usdt;
  withdrawn: Usdt;
  /** Charged on settled fills so far. */
  fee_total: Usdt;
}

/**
 * `read_trail.entries`: an order's history in log order, its own events and those of its trades. An event of a trade is
 * in the trails of both orders.
 */
export interface EntriesTable extends OrderState {
  order_id: OrderId;
  /** Number in this order's trail, from 1 without gaps. */
  entry: number;
  event_id: string;
  stream: string;
  revision: number;
  type: string;
  at: Timestamp;
  actor_id: string;
  actor_role: ActorRole;
  /** A code. */
  reason: string | null;
  trade_id: TradeId | null;
  counter_order_id: OrderId | null;
  /** The amount that the event itself moved, if any. */
  amount: Usdt | null;
  fee: Usdt | null;
  command_id: string;
  correlation_id: string;
  causation_id: string;
  prev_hash: string;
  hash: string;
}

/** `read_trail.orders`: the state from which an order's next entry is derived. */
export interface TrailOrdersTable extends OrderState {
  order_id: OrderId;
  side: Side;
  member_id: MemberId;
  amount: Usdt;
  entries: number;
}

/** `read_trail.trades`: the orders in whose trails a trade's events are listed. */
export interface TrailTradesTable {
  trade_id: TradeId;
  sell_order_id: OrderId;
  buy_order_id: OrderId;
}

const { text, uuid, usdt, integer, revision, timestamp } = columnKinds;

const state = {
  phase: text,
  status: text,
  open: usdt,
  reserved: usdt,
  settled: usdt,
  withdrawn: usdt,
  fee_total: usdt,
};

export const entriesTable: TableShape<EntriesTable> = {
  name: 'entries',
  columns: {
    order_id: text,
    entry: integer,
    event_id: uuid,
    stream: text,
    revision,
    type: text,
    at: timestamp,
    actor_id: text,
    actor_role: text,
    reason: nullable(text),
    trade_id: nullable(text),
    counter_order_id: nullable(text),
    amount: nullable(usdt),
    fee: nullable(usdt),
    command_id: uuid,
    correlation_id: text,
    causation_id: text,
    prev_hash: text,
    hash: text,
    ...state,
  },
  key: ['order_id', 'entry'],
  indexes: [],
};

export const trailOrdersTable: TableShape<TrailOrdersTable> = {
  name: 'orders',
  columns: { order_id: text, side: text, member_id: text, amount: usdt, entries: integer, ...state },
  key: ['order_id'],
  indexes: [],
};

export const trailTradesTable: TableShape<TrailTradesTable> = {
  name: 'trades',
  columns: { trade_id: text, sell_order_id: text, buy_order_id: text },
  key: ['trade_id'],
  indexes: [],
};
