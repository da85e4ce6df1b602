import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { OrderPhase, OrderStatus } from '@matgyo/contracts/order-status';
import { columnKinds, nullable, type RowOf, tableShape } from '../../table-shape.ts';

const { text, uuid, usdt, integer, revision, timestamp } = columnKinds;

/** The order's state after an event. */
const state = {
  phase: text<OrderPhase>(),
  status: text<OrderStatus>(),
  open: usdt(),
  reserved: usdt(),
  settled: usdt(),
  withdrawn: usdt(),
  /** Charged on settled fills so far. */
  fee_total: usdt(),
};

/**
 * `read_trail.entries`: an order's history in log order, its own events and those of its trades. An event of a trade is
 * in the trails of both orders.
 */
export const entriesTable = tableShape({
  name: 'entries',
  columns: {
    order_id: text<OrderId>(),
    /** Number in this order's trail, from 1 without gaps. */
    entry: integer(),
    event_id: uuid(),
    stream: text(),
    revision: revision(),
    type: text(),
    at: timestamp(),
    actor_id: text(),
    actor_role: text<ActorRole>(),
    /** A code. */
    reason: nullable(text()),
    trade_id: nullable(text<TradeId>()),
    counter_order_id: nullable(text<OrderId>()),
    /** The amount that the event itself moved, if any. */
    amount: nullable(usdt()),
    /** What a settlement of a part left of its match: it is open again. */
    released: nullable(usdt()),
    fee: nullable(usdt()),
    command_id: uuid(),
    prev_hash: text(),
    hash: text(),
    ...state,
  },
  key: ['order_id', 'entry'],
});
export type EntriesTable = RowOf<typeof entriesTable>;

/** `read_trail.orders`: the state from which an order's next entry is derived. */
export const trailOrdersTable = tableShape({
  name: 'orders',
  columns: {
    order_id: text<OrderId>(),
    side: text<Side>(),
    member_id: text<MemberId>(),
    amount: usdt(),
    entries: integer(),
    ...state,
  },
  key: ['order_id'],
});
export type TrailOrdersTable = RowOf<typeof trailOrdersTable>;

/** `read_trail.trades`: the orders in whose trails a trade's events are listed. */
export const trailTradesTable = tableShape({
  name: 'trades',
  columns: { trade_id: text<TradeId>(), sell_order_id: text<OrderId>(), buy_order_id: text<OrderId>() },
  key: ['trade_id'],
});
