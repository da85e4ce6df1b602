import { hash } from 'node:crypto';
import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { ledgerIdFrom, type MemberId, type OrderId, type TradeId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing, type ReadModel } from '../../read-model.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { codesOfMatchEvents, type NewNotification, notificationsOf } from './notifications-of-event.ts';
import {
  type NotificationBox,
  notificationsTable,
  notifiedAdminsTable,
  notifiedOrdersTable,
  notifiedTradesTable,
} from './tables.ts';

/** Notifications from events of orders, trades, members and approvals. No one is notified of their own actions. */
export const notifications: ReadModel = {
  name: 'notifications',
  version: 14,
  streams: ['order-', 'trade-', 'member-', 'approval-'],
  tables: [notificationsTable, notifiedOrdersTable, notifiedTradesTable, notifiedAdminsTable],
  needs: [
    {
      table: notifiedTradesTable,
      streamPrefix: 'trade-',
      keys: (events) => events.flatMap((event) => tradesNamed(event.ledgerEvent)),
    },
    { table: notifiedOrdersTable, streamPrefix: 'order-', keys: ordersNamed },
    {
      table: notifiedAdminsTable,
      keys: (events) => events.flatMap((event) => adminsNamed(event.ledgerEvent)),
    },
  ],
  fold({ ledgerEvent, recorded }, rows) {
    remember(ledgerEvent, recorded, rows);
    return notificationsOf(ledgerEvent, recorded.metadata, rows).map((notification) => {
      const notification_id = notificationId(recorded, notification.box);
      rows.append(notificationsTable, row(notification_id, recorded, ledgerEvent, notification));
      return `notification:${notification_id}`;
    });
  },
};

/** Stores what later events refer to by id only. */
function remember({ type, data }: LedgerEvent, { metadata }: RecordedEvent, rows: WorkingRows): void {
  if (type === 'OrderPlaced') {
    const { orderId, side, memberId, amount, price } = data;
    rows.put(notifiedOrdersTable, { order_id: orderId, side, member_id: memberId, amount, price });
  }
  if (type === 'TradeProposed') {
    const { tradeId, sellOrderId, buyOrderId, amount, price } = data;
    rows.put(notifiedTradesTable, {
      trade_id: tradeId,
      sell_order_id: sellOrderId,
      buy_order_id: buyOrderId,
      amount,
      price,
      consent_of: data.consent?.of.join() ?? '',
      case_statements: 0,
    });
  }
  // A ruling may complete less than was matched: all later notifications are of that.
  if (type === 'TradeCompleted') {
    const trade = existing(rows.get(notifiedTradesTable, data.tradeId), `trade ${data.tradeId}`);
    rows.put(notifiedTradesTable, { ...trade, amount: data.amount });
  }
  if (type === 'CaseOpened' || type === 'CaseStatementAdded') {
    const trade = existing(rows.get(notifiedTradesTable, data.tradeId), `trade ${data.tradeId}`);
    const case_statements = type === 'CaseOpened' ? 0 : trade.case_statements + 1;
    rows.put(notifiedTradesTable, { ...trade, case_statements });
  }
  if (type === 'RoleGranted' && data.role === 'admin')
    rows.put(notifiedAdminsTable, { member_id: data.memberId, since: metadata.at });
}

function row(
  notification_id: string,
  { id, metadata }: RecordedEvent,
  { type, data }: LedgerEvent,
  { order, ...notification }: NewNotification,
) {
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
    approval_id: null,
    case_id: 'caseId' in data ? data.caseId : null,
    reason: type === 'OrderRejected' ? data.reason : null,
    ...notification,
  };
}

/** 24 hex characters like every id: the time, and 64 bits derived from the event and the box. */
function notificationId({ id, metadata }: RecordedEvent, box: NotificationBox): string {
  return ledgerIdFrom(Date.parse(metadata.at), hash('sha256', `${id} ${box}`).slice(0, 16));
}

function tradesNamed(event: LedgerEvent): readonly TradeId[] {
  if (event.type === 'TradeProposed') return [event.data.tradeId];
  const tradeId = tradeNotifyingBoth(event);
  return tradeId === undefined ? [] : [tradeId];
}

/** The trade of an event about which both parties are notified. */
const tradeNotifyingBoth = ({ type, data }: LedgerEvent): TradeId | undefined =>
  typesNotifyingBoth.has(type) && 'tradeId' in data ? data.tradeId : undefined;
const typesNotifyingBoth: ReadonlySet<string> = new Set<TradeEvent['type']>([
  ...(Object.keys(codesOfMatchEvents) as (keyof typeof codesOfMatchEvents)[]),
  ...(['TradeOffered', 'TradeRejecting', 'TradeCancelled', 'TransferChecked', 'WindowExpired'] as const),
  ...(['CaseOpened', 'CaseStatementAdded', 'CaseAppealed', 'AppealRuled'] as const),
]);

/** A trade's orders are in its proposal, in this batch or before. */
function ordersNamed(events: readonly LoggedEvent[], rows: WorkingRows): readonly OrderId[] {
  return events.flatMap(({ ledgerEvent }): readonly OrderId[] => {
    const tradeId = tradeNotifyingBoth(ledgerEvent);
    if (tradeId !== undefined) {
      const stored = rows.get(notifiedTradesTable, tradeId);
      return stored === undefined ? [] : [stored.sell_order_id, stored.buy_order_id];
    }
    const { type, data } = ledgerEvent;
    switch (type) {
      case 'OrderPlaced':
      case 'OrderApproved':
      case 'OrderRejected':
      case 'OrderCancelled':
        return [data.orderId];
      case 'TradeProposed':
        return [data.sellOrderId, data.buyOrderId];
      case 'ApprovalRequested':
        return 'sellOrderId' in data.act ? [data.act.sellOrderId, data.act.buyOrderId] : [];
      default:
        return [];
    }
  });
}

const adminsNamed = ({ type, data }: LedgerEvent): readonly MemberId[] =>
  type === 'RoleGranted' && data.role === 'admin' ? [data.memberId] : [];
