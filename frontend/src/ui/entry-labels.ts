import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { useTexts } from '../i18n/index.ts';

interface EntryLabels {
  readonly what: string;
  readonly detail: string | undefined;
}

/** `onBehalf`: only an admin's mark has a reason. */
type Detail =
  | 'counterpart'
  | 'amount'
  | 'released'
  | 'fee'
  | 'feeTakenBack'
  | 'why'
  | 'onBehalf'
  | 'approvedText'
  | 'refusedText';

/** For each type of event its text, and the details after it. */
export const eventTexts = {
  OrderPlaced: ['trail.placed', 'amount'],
  OrderApproved: ['trail.approved', 'approvedText'],
  OrderRejected: ['trail.rejected'],
  OrderCancelled: ['trail.cancelled', 'amount', 'why'],
  OrderCompleted: ['trail.completed'],
  FillReserved: ['trail.reserved', 'counterpart', 'amount'],
  FillSettled: ['trail.trade.completed', 'counterpart', 'amount', 'released', 'fee'],
  FillReleased: ['trail.released', 'counterpart', 'amount', 'why'],
  FillRefused: ['trail.refused', 'refusedText'],
  TradeProposed: ['trail.trade.proposed', 'counterpart', 'amount'],
  TradeOffered: ['trail.trade.offered', 'counterpart', 'amount'],
  ConsentGiven: ['trail.consentGiven', 'counterpart'],
  TradeMatched: ['trail.trade.matched', 'counterpart', 'amount'],
  TradeRejecting: ['trail.trade.rejecting', 'counterpart', 'amount'],
  TradeRejected: ['trail.trade.rejected', 'counterpart', 'amount'],
  TradeCompleting: ['trail.trade.completing', 'counterpart', 'amount'],
  TradeCompleted: ['trail.trade.completed', 'counterpart', 'amount', 'fee'],
  TradeReversed: ['trail.trade.reversed', 'counterpart', 'amount', 'feeTakenBack'],
  TradeCancelling: ['trail.trade.cancelling', 'counterpart', 'amount'],
  TradeCancelled: ['trail.trade.cancelled', 'counterpart', 'amount', 'why'],
  PaymentSent: ['trail.paymentSent', 'counterpart', 'onBehalf'],
  PaymentReceived: ['trail.paymentReceived', 'counterpart', 'onBehalf'],
  TetherSent: ['trail.tetherSent', 'counterpart', 'onBehalf'],
  TransferChecked: ['trail.transferChecked', 'counterpart'],
  TetherReceived: ['trail.tetherReceived', 'counterpart', 'onBehalf'],
  StepTakenBack: ['trail.stepTakenBack', 'counterpart'],
  WindowPaused: ['trail.windowPaused', 'counterpart'],
  WindowResumed: ['trail.windowResumed', 'counterpart'],
  WindowExtended: ['trail.windowExtended', 'counterpart'],
  WindowExpired: ['trail.windowExpired', 'counterpart'],
  CaseOpened: ['trail.caseOpened', 'counterpart'],
  CaseStatementAdded: ['trail.caseStatementAdded', 'counterpart'],
  CaseTaken: ['trail.caseTaken', 'counterpart'],
  CaseReleased: ['trail.caseReleased', 'counterpart'],
  CaseWithdrawn: ['trail.caseWithdrawn', 'counterpart'],
  CaseRuled: ['trail.caseRuled', 'counterpart', 'amount'],
  CaseAppealed: ['trail.caseAppealed', 'counterpart'],
  AppealRuled: ['trail.appealRuled', 'counterpart'],
  ApprovalRequested: ['approval.entry.requested'],
  ApprovalGranted: ['approval.entry.granted'],
  ApprovalFulfilled: ['approval.entry.fulfilled'],
} as const satisfies Readonly<Record<string, readonly [string, ...Detail[]]>>;

const reasons = {
  CANCELLED_BY_ADMIN: 'trail.byAdmin',
  CANCELLED_BY_OWNER: 'trail.byOwner',
  PAYMENT_OVERDUE: 'trail.paymentOverdue',
  CONSENT_DECLINED: 'trail.declined',
  CONSENT_EXPIRED: 'consent.over',
} as const;

/** Later versions of the server may have types and reasons that are not listed here. */
export const listed = <Table extends object>(table: Table, name: string | null | undefined) =>
  Object.hasOwn(table, name ?? '') ? table[name as keyof Table] : undefined;

/** The text of an event for the order's owner. */
export function useEntryLabels(): (
  entry: Pick<TrailEntry, 'type' | 'amount' | 'released' | 'fee'> & Partial<Pick<TrailEntry, 'reason'>>,
  counterpart: string | undefined,
) => EntryLabels {
  const { t, formatUsdt } = useTexts();
  return ({ type, amount, released, fee, reason }, counterpart) => {
    const why = listed(reasons, reason);
    const details: Readonly<Record<Detail, string | undefined>> = {
      counterpart,
      amount: amount === null ? undefined : `${formatUsdt(amount)} USDT`,
      released: released === null ? undefined : t('trail.releasedOf', { amount: formatUsdt(released) }),
      fee: fee === null ? undefined : t('trail.feeOf', { amount: formatUsdt(fee) }),
      feeTakenBack: fee === null ? undefined : t('trail.feeTakenBack', { amount: formatUsdt(fee) }),
      why: why && t(why),
      onBehalf: reason ? t('trail.onBehalf') : undefined,
      approvedText: t('trail.approvedText'),
      refusedText: t('trail.refusedText'),
    };
    const [text, ...wanted] = listed(eventTexts, type) ?? [undefined, 'amount' as const];
    const shown = wanted.map((name) => details[name]).filter((detail) => detail !== undefined);
    return { what: text === undefined ? type : t(text), detail: shown.join(' · ') || undefined };
  };
}
