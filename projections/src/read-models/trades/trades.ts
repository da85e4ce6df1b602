import { type DataOf, isCaseEvent, isPaymentEvent } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { type CaseId, type OrderId, type Side, sides } from '@matgyo/contracts/ids';
import { levelsStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { levelsDecider } from '@matgyo/ledger/levels/levels';
import { nextState } from '@matgyo/ledger/trade/trade';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing, type ReadModel } from '../../read-model.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { tradeEvent, tradeEvents } from '../trade-events.ts';
import { noteCase } from './cases.ts';
import { consentGiven, consentOver, consentRequested, consentRequired } from './consent.ts';
import { type MinutesOf, paymentOver, paymentStarted, whileMatched } from './payment.ts';
import { answeredIn, noteStanding, partiesJudged, windowMinutesFor } from './standings.ts';
import {
  casesTable,
  levelsTable,
  matchedOrdersTable,
  standingsTable,
  type TradeRow,
  tradesTable,
} from './tables.ts';

/**
 * Every trade from its proposal on, every order that was ever matched, the counts of their parties, and the levels in
 * force, which set the windows of payment steps.
 */
export const trades: ReadModel = {
  name: 'trades',
  version: 19,
  streams: ['trade-', levelsStream],
  tables: [tradesTable, matchedOrdersTable, casesTable, standingsTable, levelsTable],
  needs: [
    {
      table: tradesTable,
      streamPrefix: 'trade-',
      keys: (events) => tradeEvents(events).map(({ data }) => data.tradeId),
    },
    { table: matchedOrdersTable, streamPrefix: 'order-', keys: ordersBeingMatched },
    { table: casesTable, keys: casesNamed },
    { table: standingsTable, streamPrefix: 'member-', keys: partiesJudged },
    { table: levelsTable, keys: () => [levelsStream] },
  ],
  fold(logged, rows) {
    const { ledgerEvent } = logged;
    if (levelsDecider.owns(ledgerEvent)) {
      rows.put(levelsTable, { stream: levelsStream, levels: JSON.stringify(ledgerEvent.data.levels) });
      return [];
    }
    const event = tradeEvent(logged);
    const trade = evolve(rows, event, logged.recorded);
    rows.put(tradesTable, trade);
    if (event.type === 'TradeMatched')
      for (const side of sides) noteMatch(rows, trade, side, logged.recorded.metadata.at);
    const { trade_id, sell_order_id, buy_order_id, seller_id, buyer_id } = trade;
    noteStanding(rows, trade, event);
    if (isCaseEvent(event)) noteCase(rows, trade, event, logged.recorded);
    return [
      `trade:${trade_id}`,
      `order:${sell_order_id}`,
      `order:${buy_order_id}`,
      `member:${seller_id}`,
      `member:${buyer_id}`,
    ];
  },
};

function evolve(rows: WorkingRows, event: TradeEvent, { revision, metadata }: RecordedEvent): TradeRow {
  const { at } = metadata;
  const touched = { revision, updated_at: at };
  if (event.type === 'TradeProposed') return { ...proposed(event.data, at), ...touched };
  const trade = existing(rows.get(tradesTable, event.data.tradeId), `trade ${event.data.tradeId}`);
  const status = nextState(trade.status, event);
  return {
    ...trade,
    status,
    ...columnsSetBy(trade, event, at, (side) => windowMinutesFor(rows, trade, side)),
    ...touched,
  };
}

function proposed(data: DataOf<'TradeProposed'>, at: string) {
  return {
    trade_id: data.tradeId,
    sell_order_id: data.sellOrderId,
    buy_order_id: data.buyOrderId,
    seller_id: data.sellerId,
    buyer_id: data.buyerId,
    amount: data.amount,
    price: data.price,
    krw: data.krw,
    fee_rate: data.feeRate,
    fee_rule: data.feeRule,
    fee: null,
    status: 'proposed' as const,
    finished: false,
    proposed_at: at,
    matched_at: null,
    finished_at: null,
    pay_minutes: null,
    confirm_minutes: null,
    reversed_at: null,
    reason: null,
    payment: null,
    cases: null,
    ...paymentOver,
    ...consentRequired(data.consent),
  };
}

/** The columns that an event sets besides the state. */
function columnsSetBy(
  trade: TradeRow,
  event: TradeEvent,
  at: string,
  minutesOf: MinutesOf,
): Partial<TradeRow> {
  if (isPaymentEvent(event) || isCaseEvent(event))
    return trade.finished ? {} : whileMatched(trade, event, at, minutesOf);
  switch (event.type) {
    case 'TradeOffered':
      return consentRequested(trade, at);
    case 'ConsentGiven':
      return consentGiven(trade, event.data.side);
    case 'TradeMatched':
      return { matched_at: at, ...consentOver, ...paymentStarted(at, minutesOf) };
    case 'TradeCompleting': {
      const { amount, krw } = event.data;
      return { ...paymentOver, ...(amount && krw && { amount, krw }) };
    }
    case 'TradeRejecting':
    case 'TradeCancelling':
      return { reason: event.data.reason, ...consentOver, ...paymentOver };
    case 'TradeCompleted':
      return { fee: event.data.fee, finished: true, finished_at: at, ...answeredIn(trade) };
    case 'TradeReversed':
      return { reason: event.data.reason, reversed_at: at, pay_minutes: null, confirm_minutes: null };
    case 'TradeRejected':
    case 'TradeCancelled':
      return { reason: event.data.reason, finished: true, finished_at: at };
    default:
      return {};
  }
}

function noteMatch(rows: WorkingRows, trade: TradeRow, side: Side, at: string): void {
  const [orderId, memberId] =
    side === 'sell' ? [trade.sell_order_id, trade.seller_id] : [trade.buy_order_id, trade.buyer_id];
  const before = rows.get(matchedOrdersTable, orderId);
  rows.put(matchedOrdersTable, {
    order_id: orderId,
    side,
    member_id: memberId,
    matches: (before?.matches ?? 0) + 1,
    first_matched_at: before?.first_matched_at ?? at,
  });
}

/** TradeMatched has the trade's id only; its orders are in its proposal, in this batch or before. */
function ordersBeingMatched(events: readonly LoggedEvent[], rows: WorkingRows): readonly OrderId[] {
  return tradeEvents(events).flatMap(({ type, data }) => {
    if (type === 'TradeProposed') return [data.sellOrderId, data.buyOrderId];
    const stored = type === 'TradeMatched' ? rows.get(tradesTable, data.tradeId) : undefined;
    return stored === undefined ? [] : [stored.sell_order_id, stored.buy_order_id];
  });
}

function casesNamed(events: readonly LoggedEvent[]): readonly CaseId[] {
  return tradeEvents(events).flatMap((event) => (isCaseEvent(event) ? [event.data.caseId] : []));
}
