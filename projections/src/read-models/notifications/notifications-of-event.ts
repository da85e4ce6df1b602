import type { AppealOutcome, CaseParty } from '@matgyo/contracts/cases';
import type { DataOf, LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { EventMetadata } from '@matgyo/contracts/events/metadata';
import {
  type ApprovalId,
  type MemberId,
  type OrderId,
  otherSide,
  sides,
  type TradeId,
} from '@matgyo/contracts/ids';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import { marksLastStep } from '@matgyo/ledger/trade/payment';
import { paymentOverdue } from '@matgyo/ledger/trade/payment-decisions';
import { existing } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import {
  type NotificationsTable,
  type NotifiedOrdersTable,
  notifiedOrdersTable,
  notifiedTradesTable,
} from './tables.ts';

type Order = StoredRow<NotifiedOrdersTable>;
type Row = StoredRow<NotificationsTable>;

/** One notification of an event; parameters left out are null. */
export interface NewNotification
  extends Pick<Row, 'box' | 'topic' | 'code'>,
    Partial<
      Pick<Row, 'subject_id' | 'trade_id' | 'counter_order_id' | 'amount' | 'price' | 'role' | 'approval_id'>
    > {
  readonly order?: Order;
}

/** Events of which both owners are notified, unless they caused them. */
export const codesOfMatchEvents = {
  TradeMatched: 'ORDER_MATCHED',
  TradeCompleted: 'MATCH_COMPLETED',
  TradeReversed: 'TRADE_REVERSED',
  PaymentSent: 'PAYMENT_SENT',
  PaymentReceived: 'PAYMENT_RECEIVED',
  TetherSent: 'TETHER_SENT',
  TetherReceived: 'TETHER_RECEIVED',
  StepTakenBack: 'STEP_UNDONE',
  WindowPaused: 'TIME_PAUSED',
  WindowResumed: 'TIME_RESUMED',
  WindowExtended: 'TIME_EXTENDED',
  CaseTaken: 'CASE_TAKEN',
  CaseWithdrawn: 'CASE_WITHDRAWN',
  CaseRuled: 'CASE_RULED',
} as const satisfies Partial<Record<LedgerEvent['type'], NotificationCode>>;

const codesOfAppeals = {
  confirm: 'CASE_APPEAL_CONFIRMED',
  overturn: 'CASE_APPEAL_OVERTURNED',
} as const satisfies Record<AppealOutcome, NotificationCode>;

const isMatchEvent = (
  event: LedgerEvent,
): event is LedgerEvent & { readonly type: keyof typeof codesOfMatchEvents } =>
  event.type in codesOfMatchEvents;

/** Leaves out those to who acted; the admins' inbox names them, and leaves out what its reader did. */
function notToActor({ actorId, actorRole }: Pick<EventMetadata, 'actorId' | 'actorRole'>) {
  const actor = actorRole === 'system' ? {} : { subject_id: actorId as MemberId };
  return (notifications: readonly NewNotification[]): readonly NewNotification[] =>
    notifications
      .filter(({ box }) => box !== actorId)
      .map((one) => (one.box === 'admins' ? { ...actor, ...one } : one));
}

/** The notifications of an event. Most events have none. */
export function notificationsOf(
  event: LedgerEvent,
  { actorId, actorRole }: EventMetadata,
  rows: WorkingRows,
): readonly NewNotification[] {
  const byOthers = notToActor({ actorId, actorRole });
  if (isMatchEvent(event)) {
    const ofBoth = ofMatch(rows, event.data.tradeId, codesOfMatchEvents[event.type]);
    const isByStaff = actorRole === 'admin' && !ofBoth.some(({ box }) => box === actorId);
    const toAdmins = marksLastStep(event.type) && !isByStaff ? readyToComplete(ofBoth) : [];
    return byOthers([...ofBoth, ...toAdmins]);
  }
  const { type, data } = event;
  switch (type) {
    case 'OrderPlaced':
      return [{ ...ofOrder(rows, data.orderId, 'ORDER_PLACED'), box: 'admins', subject_id: data.memberId }];
    case 'OrderApproved':
      return byOthers([ofOrder(rows, data.orderId, 'ORDER_APPROVED')]);
    case 'OrderRejected':
      return byOthers([ofOrder(rows, data.orderId, 'ORDER_REJECTED')]);
    case 'OrderCancelled':
      if (data.by === 'owner') return [];
      return byOthers([{ ...ofOrder(rows, data.orderId, 'ORDER_CANCELLED'), amount: data.withdrawn }]);
    case 'TradeOffered':
      return ofConsent(rows, data.tradeId, 'CONSENT_ASKED');
    case 'TradeRejecting':
      return offerEnds.has(data.reason) ? byOthers(ofEndedOffer(rows, data, actorRole)) : [];
    case 'TradeCancelled':
      return byOthers(
        ofMatch(rows, data.tradeId, data.reason === paymentOverdue ? 'MATCH_UNPAID' : 'MATCH_CANCELLED'),
      );
    case 'TransferChecked':
      return data.outcome === 'arrived' ? [] : ofMatch(rows, data.tradeId, 'TRANSFER_IN_DOUBT');
    case 'WindowExpired':
      // A cancelled trade has a notification of its own.
      return data.cancels ? [] : ofMatch(rows, data.tradeId, 'TIME_EXPIRED');
    case 'CaseOpened':
      return byOthers(withAdmins(ofMatch(rows, data.tradeId, 'CASE_OPENED'), data.by));
    case 'CaseStatementAdded':
      return byOthers(ofStatement(rows, data));
    case 'CaseAppealed':
      return byOthers(withAdmins(ofMatch(rows, data.tradeId, 'CASE_APPEALED'), data.by));
    case 'AppealRuled':
      return byOthers(ofMatch(rows, data.tradeId, codesOfAppeals[data.outcome]));
    case 'MemberRegistered':
      // The first admin comes from the configuration.
      if (actorRole === 'system') return [];
      return [{ box: 'admins', topic: 'registration', code: 'MEMBER_REGISTERED', subject_id: data.memberId }];
    case 'MemberActivated':
      return byOthers(ofAccount(data.memberId, actorRole, { code: 'ACCOUNT_ACTIVATED' }));
    case 'MemberDeactivated':
      return byOthers(ofAccount(data.memberId, actorRole, { code: 'ACCOUNT_DEACTIVATED' }));
    case 'RoleGranted':
      return byOthers(ofAccount(data.memberId, actorRole, { code: 'ROLE_GRANTED', role: data.role }));
    case 'RoleRevoked':
      return byOthers(ofAccount(data.memberId, actorRole, { code: 'ROLE_REVOKED', role: data.role }));
    case 'ApprovalRequested':
      return [
        {
          ...aboutApproval(data, 'APPROVAL_REQUESTED'),
          ...ordersOf(rows, data),
          box: 'admins',
          subject_id: data.askedBy,
        },
      ];
    case 'ApprovalGranted':
      return [{ ...aboutApproval(data, 'APPROVAL_GRANTED'), box: data.askedBy }];
    case 'ApprovalRefused':
      return byOthers([{ ...aboutApproval(data, 'APPROVAL_REFUSED'), box: data.askedBy }]);
    case 'ApprovalLapsed':
      return data.askedBy === undefined
        ? []
        : [{ ...aboutApproval(data, 'APPROVAL_LAPSED'), box: data.askedBy }];
    case 'ApprovalExpired':
      return [{ ...aboutApproval(data, 'APPROVAL_EXPIRED'), box: data.askedBy }];
    default:
      return [];
  }
}

const aboutApproval = ({ approvalId }: { readonly approvalId: ApprovalId }, code: NotificationCode) =>
  ({ topic: 'registration', code, approval_id: approvalId }) as const;

/** The two orders of an action on a match; its parties may not decide on it. */
const ordersOf = (rows: WorkingRows, { act }: DataOf<'ApprovalRequested'>) =>
  'sellOrderId' in act && {
    order: existing(rows.get(notifiedOrdersTable, act.sellOrderId), `order ${act.sellOrderId}`),
    counter_order_id: act.buyOrderId,
  };

function ofOrder(rows: WorkingRows, orderId: OrderId, code: NotificationCode): NewNotification {
  const order = existing(rows.get(notifiedOrdersTable, orderId), `order ${orderId}`);
  return { box: order.member_id, topic: topicOf(order), code, order };
}

/** Both owners, each about their own order. The price is included if it differs from the order's. */
function ofMatch(rows: WorkingRows, tradeId: TradeId, code: NotificationCode): readonly NewNotification[] {
  const trade = existing(rows.get(notifiedTradesTable, tradeId), `trade ${tradeId}`);
  const orderIds = { sell: trade.sell_order_id, buy: trade.buy_order_id };
  return sides.map((side) => ({
    ...ofOrder(rows, orderIds[side], code),
    trade_id: tradeId,
    counter_order_id: orderIds[otherSide(side)],
    amount: trade.amount,
    price: trade.price,
  }));
}

/** Adds the admins, referring to the order of the side that acted; admins are not notified of their own actions. */
function withAdmins(notifications: readonly NewNotification[], by: CaseParty): readonly NewNotification[] {
  const [sell, buy] = notifications;
  const own = by === 'sell' ? sell : by === 'buy' ? buy : undefined;
  return own === undefined ? notifications : [...notifications, { ...own, box: 'admins' }];
}

/** With the buyer's last step a trade waits for an admin other than the buyer; referring to the sell order. */
const readyToComplete = ([sell, buy]: readonly NewNotification[]): readonly NewNotification[] =>
  sell === undefined
    ? []
    : [{ ...sell, box: 'admins', code: 'READY_TO_COMPLETE', subject_id: buy?.order?.member_id ?? null }];

/** The statement that opens a case causes no notification of its own. */
function ofStatement(
  rows: WorkingRows,
  { tradeId, by }: { readonly tradeId: TradeId; readonly by: CaseParty },
): readonly NewNotification[] {
  const { case_statements } = existing(rows.get(notifiedTradesTable, tradeId), `trade ${tradeId}`);
  return case_statements === 1 ? [] : withAdmins(ofMatch(rows, tradeId, 'CASE_ANSWERED'), by);
}

function ofConsent(rows: WorkingRows, tradeId: TradeId, code: NotificationCode): readonly NewNotification[] {
  const { consent_of } = existing(rows.get(notifiedTradesTable, tradeId), `trade ${tradeId}`);
  return ofMatch(rows, tradeId, code).filter(({ order }) =>
    consent_of.split(',').includes(order?.side ?? ''),
  );
}

/** The reasons for which an offered match is rejected; other rejected matches were never offered. */
const offerEnds: ReadonlySet<string> = new Set(['CONSENT_DECLINED', 'CONSENT_EXPIRED', 'CANCELLED_BY_ADMIN']);

/** An offer that ended without a match: the members whose consent was requested, and the admins unless an admin cancelled it. */
function ofEndedOffer(
  rows: WorkingRows,
  { tradeId }: { readonly tradeId: TradeId },
  actorRole: EventMetadata['actorRole'],
): readonly NewNotification[] {
  const consents = ofConsent(rows, tradeId, 'CONSENT_ENDED');
  const [first] = consents;
  return first === undefined || actorRole === 'admin' ? consents : [...consents, { ...first, box: 'admins' }];
}

function ofAccount(
  memberId: MemberId,
  actorRole: EventMetadata['actorRole'],
  notification: Pick<NewNotification, 'code' | 'role'>,
): readonly NewNotification[] {
  return actorRole === 'system' ? [] : [{ box: memberId, topic: 'registration', ...notification }];
}

const topicOf = ({ side }: Order): NotificationTopic => (side === 'sell' ? 'sellOrders' : 'buyOrders');
