import { createHash } from 'node:crypto';
import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { ledgerIdFrom, type MemberId, type OrderId, type TradeId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing, type ReadModel } from '../../read-model.ts';
import type { WorkingRows } from '../../working-rows.ts';
import {
  type NotificationBox,
  notificationsTable,
  toldAdminsTable,
  toldOrdersTable,
  toldTradesTable,
} from './tables.ts';
import { type Notice, noticesOf } from './what-to-tell.ts';

/** Notifications from events of orders, trades, members and approvals. Members are not notified of their own actions. */
export const notifications: ReadModel = {
  name: 'notifications',
  version: 6,
  streams: ['order-', 'trade-', 'member-', 'approval-'],
  tables: [notificationsTable, toldOrdersTable, toldTradesTable, toldAdminsTable],
  needs: [
    {
      table: toldTradesTable,
      bornWith: 'trade-',
      keys: (events) => events.flatMap((event) => tradesNamed(event.ledgerEvent)),
    },
    { table: toldOrdersTable, bornWith: 'order-', keys: ordersNamed },
    { table: toldAdminsTable, keys: (events) => events.flatMap((event) => adminsNamed(event.ledgerEvent)) },
  ],
  fold({ ledgerEvent, recorded }, rows) {
    remember(ledgerEvent, recorded, rows);
    return noticesOf(ledgerEvent, recorded.metadata, rows).map((notice) => {
      const notification_id = notificationId(recorded, notice.box);
      rows.append(notificationsTable, row(notification_id, recorded, notice));
      return `notification:${notification_id}`;
    });
  },
};

/** Keeps what later events name by its id only. */
function remember({ type, data }: LedgerEvent, { metadata }: RecordedEvent, rows: WorkingRows): void {
  if (type === 'OrderPlaced') {
    const { orderId, side, memberId, amount, price } = data;
    rows.put(toldOrdersTable, { order_id: orderId, side, member_id: memberId, amount, price });
  }
  if (type === 'TradeProposed') {
    const { tradeId, sellOrderId, buyOrderId, amount, price } = data;
    rows.put(toldTradesTable, {
      trade_id: tradeId,
      sell_order_id: sellOrderId,
      buy_order_id: buyOrderId,
      amount,
      price,
      consent_of: data.consent?.of.join() ?? '',
      case_statements: 0,
    });
  }
  if (type === 'CaseOpened' || type === 'CaseStatementAdded') {
    const trade = existing(rows.get(toldTradesTable, data.tradeId), `trade ${data.tradeId}`);
    const case_statements = type === 'CaseOpened' ? 0 : trade.case_statements + 1;
    rows.put(toldTradesTable, { ...trade, case_statements });
  }
  if (type === 'RoleGranted' && data.role === 'admin')
    rows.put(toldAdminsTable, { member_id: data.memberId, since: metadata.at });
}

function row(notification_id: string, { id, metadata }: RecordedEvent, { order, ...notice }: Notice) {
  return {
    notification_id,
    event_id: id,
    at: metadata.at,
    subject_id: null,
    order_id: order?.order_id ?? null,
    side: order?.side ?? null,
    order_amount: order?.amount ?? null,
    order_price: order?.price ?? null,
    trade_id: null,
    counter_order_id: null,
    amount: null,
    price: null,
    role: null,
    ...notice,
  };
}

/** 24 hex characters like every id: the time, and 64 bits that the event and the box decide. */
function notificationId({ id, metadata }: RecordedEvent, box: NotificationBox): string {
  const hash = createHash('sha256').update(`${id} ${box}`).digest();
  return ledgerIdFrom(Date.parse(metadata.at), hash.subarray(0, 8));
}

function tradesNamed(event: LedgerEvent): readonly TradeId[] {
  if (event.type === 'TradeProposed') return [event.data.tradeId];
  const told = tradeToldToBoth(event);
  return told === undefined ? [] : [told];
}

/** The trade of an event about which both parties are notified. */
const tradeToldToBoth = ({ type, data }: LedgerEvent): TradeId | undefined =>
  toldToBoth.has(type) && 'tradeId' in data ? data.tradeId : undefined;
const toldToBoth: ReadonlySet<string> = new Set<TradeEvent['type']>([
  ...(['TradeOffered', 'TradeMatched', 'TradeRejecting', 'TradeCompleted', 'TradeCancelled'] as const),
  'TradeReversed',
  ...(['PaymentSent', 'PaymentReceived', 'TetherSent', 'TetherReceived'] as const),
  ...(['TransferChecked', 'StepTakenBack', 'WindowExpired'] as const),
  ...(['CaseOpened', 'CaseStatementAdded', 'CaseTaken', 'CaseWithdrawn', 'CaseRuled'] as const),
]);

/** A trade's orders are named by its proposal, in this batch or before. */
function ordersNamed(events: readonly LoggedEvent[], rows: WorkingRows): readonly OrderId[] {
  const named = new Map<string, readonly OrderId[]>();
  return events.flatMap(({ ledgerEvent }): readonly OrderId[] => {
    const told = tradeToldToBoth(ledgerEvent);
    if (told !== undefined) {
      const stored = rows.get(toldTradesTable, told);
      return named.get(told) ?? (stored ? [stored.sell_order_id, stored.buy_order_id] : []);
    }
    const { type, data } = ledgerEvent;
    switch (type) {
      case 'OrderPlaced':
      case 'OrderApproved':
      case 'OrderRejected':
      case 'OrderCancelled':
        return [data.orderId];
      case 'TradeProposed':
        named.set(data.tradeId, [data.sellOrderId, data.buyOrderId]);
        return [];
      default:
        return [];
    }
  });
}

const adminsNamed = ({ type, data }: LedgerEvent): readonly MemberId[] =>
  type === 'RoleGranted' && data.role === 'admin' ? [data.memberId] : [];
