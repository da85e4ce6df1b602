import {
  type DataOf,
  isOrderEvent,
  isTradeEvent,
  type LedgerEvent,
} from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { evolveOrderState, type OrderMove, placedOrderState } from '@matgyo/ledger/order/order-state';
import { orderStatus } from '@matgyo/ledger/order/status';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing, ImpossibleEvent, type ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { entriesTable, type TrailOrdersTable, trailOrdersTable, trailTradesTable } from './tables.ts';

type TrailOrder = StoredRow<TrailOrdersTable>;

/** An order's history: its own events and those of its trades, with the order's state after each. */
export const trail: ReadModel = {
  name: 'trail',
  version: 3,
  streams: ['order-', 'trade-'],
  tables: [entriesTable, trailOrdersTable, trailTradesTable],
  needs: [
    {
      table: trailTradesTable,
      streamPrefix: 'trade-',
      keys: (events) => events.flatMap((event) => tradesNamed(event.ledgerEvent)),
    },
    { table: trailOrdersTable, streamPrefix: 'order-', keys: ordersTouched },
  ],
  fold({ ledgerEvent, recorded }, rows) {
    if (isOrderEvent(ledgerEvent)) return foldOrderEvent(ledgerEvent, recorded, rows);
    if (isTradeEvent(ledgerEvent)) return foldTradeEvent(ledgerEvent, recorded, rows);
    throw new ImpossibleEvent(`${ledgerEvent.type} is no event of an order or a trade`);
  },
};

function foldOrderEvent(event: OrderEvent, recorded: RecordedEvent, rows: WorkingRows): readonly string[] {
  const { orderId } = event.data;
  const before = rows.get(trailOrdersTable, orderId);
  return [
    enter(rows, recorded, event, {
      order: event.type === 'OrderPlaced' ? placed(event.data) : evolve(before, event),
      tradeId: 'tradeId' in event.data ? event.data.tradeId : null,
      counterOrderId: counterOrderOf(event, rows),
    }),
  ];
}

function foldTradeEvent(event: TradeEvent, recorded: RecordedEvent, rows: WorkingRows): readonly string[] {
  const { tradeId } = event.data;
  if (event.type === 'TradeProposed') {
    const { sellOrderId, buyOrderId } = event.data;
    rows.put(trailTradesTable, { trade_id: tradeId, sell_order_id: sellOrderId, buy_order_id: buyOrderId });
  }
  const trade = existing(rows.get(trailTradesTable, tradeId), `trade ${tradeId}`);
  const pair = [trade.sell_order_id, trade.buy_order_id] as const;
  return pair.map((orderId, index) =>
    enter(rows, recorded, event, {
      order: existing(rows.get(trailOrdersTable, orderId), `order ${orderId}`),
      tradeId,
      counterOrderId: pair[1 - index] ?? null,
    }),
  );
}

interface Entry {
  readonly order: TrailOrder;
  readonly tradeId: TradeId | null;
  readonly counterOrderId: OrderId | null;
}

function enter(
  rows: WorkingRows,
  { id, stream, revision, type, metadata }: RecordedEvent,
  { data }: LedgerEvent,
  { order, tradeId, counterOrderId }: Entry,
): string {
  const { side: _side, member_id: _member, amount: _amount, entries, ...state } = order;
  const entry = entries + 1;
  rows.put(trailOrdersTable, { ...order, entries: entry });
  rows.append(entriesTable, {
    ...state,
    entry,
    event_id: id,
    stream,
    revision,
    type,
    at: metadata.at,
    actor_id: metadata.actorId,
    actor_role: metadata.actorRole,
    reason: 'reason' in data ? (data.reason ?? null) : null,
    trade_id: tradeId,
    counter_order_id: counterOrderId,
    amount: amountOf(data),
    released: 'released' in data ? (data.released ?? null) : null,
    fee: 'fee' in data ? (data.fee ?? null) : null,
    command_id: metadata.commandId,
    prev_hash: metadata.prevHash,
    hash: metadata.hash,
  });
  return `trail:${order.order_id}`;
}

function placed(data: DataOf<'OrderPlaced'>): TrailOrder {
  const { fee, ...state } = placedOrderState(data.amount);
  return {
    order_id: data.orderId,
    side: data.side,
    member_id: data.memberId,
    entries: 0,
    ...state,
    fee_total: fee,
    status: orderStatus(data.side, state.phase, state),
  };
}

function evolve(before: TrailOrder | undefined, event: OrderMove): TrailOrder {
  const { fee_total, ...order } = existing(before, `order ${event.data.orderId}`);
  const { fee, ...evolved } = evolveOrderState({ ...order, fee: fee_total }, event);
  return { ...evolved, fee_total: fee, status: orderStatus(order.side, evolved.phase, evolved) };
}

const amountOf = (data: LedgerEvent['data']): Usdt | null => {
  if ('amount' in data) return data.amount ?? null;
  return 'withdrawn' in data ? data.withdrawn : null;
};

/** A fill's trade names both orders; FillRefused may come from a trade without a proposal. */
function counterOrderOf(event: OrderEvent, rows: WorkingRows): OrderId | null {
  if (!('tradeId' in event.data)) return null;
  const { orderId, tradeId } = event.data;
  const trade = rows.get(trailTradesTable, tradeId);
  if (trade === undefined) return null;
  return trade.sell_order_id === orderId ? trade.buy_order_id : trade.sell_order_id;
}

const tradesNamed = ({ data }: LedgerEvent): readonly TradeId[] => ('tradeId' in data ? [data.tradeId] : []);

/** The orders that each event concerns; a trade's orders are in its proposal, in this batch or before. */
function ordersTouched(events: readonly LoggedEvent[], rows: WorkingRows): readonly OrderId[] {
  return events.flatMap(({ ledgerEvent }) => {
    if (isOrderEvent(ledgerEvent)) return [ledgerEvent.data.orderId];
    if (!isTradeEvent(ledgerEvent)) return [];
    const { type, data } = ledgerEvent;
    if (type === 'TradeProposed') return [data.sellOrderId, data.buyOrderId];
    const stored = rows.get(trailTradesTable, data.tradeId);
    return stored === undefined ? [] : [stored.sell_order_id, stored.buy_order_id];
  });
}
