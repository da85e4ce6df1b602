import type { CaseParty } from '@matgyo/contracts/cases';
import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { EventMetadata } from '@matgyo/contracts/events/metadata';
import { type MemberId, type OrderId, otherSide, sides, type TradeId } from '@matgyo/contracts/ids';
import type { NotificationCode, NotificationTopic } from '@matgyo/contracts/notifications';
import { paymentOverdue } from '@matgyo/ledger/trade/payment-decisions';
import { existing } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { type NotificationsTable, type ToldOrdersTable, toldOrdersTable, toldTradesTable } from './tables.ts';

type Order = StoredRow<ToldOrdersTable>;
type Row = StoredRow<NotificationsTable>;

/** One notification of an event; parameters that are left out are null. */
export interface Notice
  extends Pick<Row, 'box' | 'topic' | 'code'>,
    Partial<Pick<Row, 'subject_id' | 'trade_id' | 'counter_order_id' | 'amount' | 'price' | 'role'>> {
  readonly order?: Order;
}

/** The notifications of an event. Most events have none. */
export function noticesOf(
  { type, data }: LedgerEvent,
  { actorId, actorRole }: EventMetadata,
  rows: WorkingRows,
): readonly Notice[] {
  const byOthers = (notices: readonly Notice[]) => notices.filter(({ box }) => box !== actorId);
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
    case 'TradeMatched':
      return byOthers(ofMatch(rows, data.tradeId, 'ORDER_MATCHED'));
    case 'TradeCompleted':
      return byOthers(ofMatch(rows, data.tradeId, 'MATCH_COMPLETED'));
    case 'TradeReversed':
      return byOthers(ofMatch(rows, data.tradeId, 'TRADE_REVERSED'));
    case 'TradeCancelled':
      return byOthers(
        ofMatch(rows, data.tradeId, data.reason === paymentOverdue ? 'MATCH_UNPAID' : 'MATCH_CANCELLED'),
      );
    case 'PaymentSent':
      return byOthers(ofMatch(rows, data.tradeId, 'PAYMENT_SENT'));
    case 'PaymentReceived':
      return byOthers(ofMatch(rows, data.tradeId, 'PAYMENT_RECEIVED'));
    case 'TetherSent':
      return byOthers(ofMatch(rows, data.tradeId, 'TETHER_SENT'));
    case 'TetherReceived':
      return byOthers(ofMatch(rows, data.tradeId, 'TETHER_RECEIVED'));
    case 'TransferChecked':
      return data.outcome === 'arrived' ? [] : ofMatch(rows, data.tradeId, 'TRANSFER_IN_DOUBT');
    case 'StepTakenBack':
      return byOthers(ofMatch(rows, data.tradeId, 'STEP_UNDONE'));
    case 'WindowExpired':
      return ofMatch(rows, data.tradeId, 'TIME_EXPIRED');
    case 'CaseOpened':
      return byOthers(withAdmins(ofMatch(rows, data.tradeId, 'CASE_OPENED'), data.by));
    case 'CaseStatementAdded':
      return byOthers(ofStatement(rows, data));
    case 'CaseTaken':
      return byOthers(ofMatch(rows, data.tradeId, 'CASE_TAKEN'));
    case 'CaseWithdrawn':
      return byOthers(ofMatch(rows, data.tradeId, 'CASE_WITHDRAWN'));
    case 'CaseRuled':
      return byOthers(ofMatch(rows, data.tradeId, 'CASE_RULED'));
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
      return [{ ...aboutApproval('APPROVAL_REQUESTED'), box: 'admins', subject_id: data.askedBy }];
    case 'ApprovalGranted':
      return [{ ...aboutApproval('APPROVAL_GRANTED'), box: data.askedBy }];
    case 'ApprovalRefused':
      return byOthers([{ ...aboutApproval('APPROVAL_REFUSED'), box: data.askedBy }]);
    case 'ApprovalExpired':
      return [{ ...aboutApproval('APPROVAL_EXPIRED'), box: data.askedBy }];
    default:
      return [];
  }
}

const aboutApproval = (code: NotificationCode) => ({ topic: 'registration', code }) as const;

function ofOrder(rows: WorkingRows, orderId: OrderId, code: NotificationCode): Notice {
  const order = existing(rows.get(toldOrdersTable, orderId), `order ${orderId}`);
  return { box: order.member_id, topic: topicOf(order), code, order };
}

/** Both owners, each about their own order. The price is included if it differs from the order's. */
function ofMatch(rows: WorkingRows, tradeId: TradeId, code: NotificationCode): readonly Notice[] {
  const trade = existing(rows.get(toldTradesTable, tradeId), `trade ${tradeId}`);
  const orderIds = { sell: trade.sell_order_id, buy: trade.buy_order_id };
  return sides.map((side) => ({
    ...ofOrder(rows, orderIds[side], code),
    trade_id: tradeId,
    counter_order_id: orderIds[otherSide(side)],
    amount: trade.amount,
    price: trade.price,
  }));
}

/** Also the admins, by the order of the side that acted; they are not notified of what one of them did. */
function withAdmins(notices: readonly Notice[], by: CaseParty): readonly Notice[] {
  const [sell, buy] = notices;
  const own = by === 'sell' ? sell : by === 'buy' ? buy : undefined;
  return own === undefined ? notices : [...notices, { ...own, box: 'admins' }];
}

/** What comes with the opening of a case is no notification of its own. */
function ofStatement(
  rows: WorkingRows,
  { tradeId, by }: { readonly tradeId: TradeId; readonly by: CaseParty },
): readonly Notice[] {
  const { case_statements } = existing(rows.get(toldTradesTable, tradeId), `trade ${tradeId}`);
  return case_statements === 1 ? [] : withAdmins(ofMatch(rows, tradeId, 'CASE_ANSWERED'), by);
}

/** Those whose consent a match needs. */
function ofConsent(rows: WorkingRows, tradeId: TradeId, code: NotificationCode): readonly Notice[] {
  const { consent_of } = existing(rows.get(toldTradesTable, tradeId), `trade ${tradeId}`);
  return ofMatch(rows, tradeId, code).filter(({ order }) =>
    consent_of.split(',').includes(order?.side ?? ''),
  );
}

/** Why an offered match is rejected; for other reasons it never was offered. */
const offerEnds: ReadonlySet<string> = new Set(['CONSENT_DECLINED', 'CONSENT_EXPIRED', 'CANCELLED_BY_ADMIN']);

/** An offer that ended without a match: the members asked, and the admins unless one of them took it back. */
function ofEndedOffer(
  rows: WorkingRows,
  { tradeId }: { readonly tradeId: TradeId },
  actorRole: EventMetadata['actorRole'],
): readonly Notice[] {
  const asked = ofConsent(rows, tradeId, 'CONSENT_ENDED');
  const [first] = asked;
  return first === undefined || actorRole === 'admin' ? asked : [...asked, { ...first, box: 'admins' }];
}

function ofAccount(
  memberId: MemberId,
  actorRole: EventMetadata['actorRole'],
  notice: Pick<Notice, 'code' | 'role'>,
): readonly Notice[] {
  return actorRole === 'system' ? [] : [{ box: memberId, topic: 'registration', ...notice }];
}

const topicOf = ({ side }: Order): NotificationTopic => (side === 'sell' ? 'sellOrders' : 'buyOrders');
