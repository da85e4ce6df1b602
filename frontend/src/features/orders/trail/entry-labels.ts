import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { formatUsdt } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';

interface EntryWords {
  readonly what: string;
  readonly detail: string | undefined;
}

/** The text of an event for the order's owner. */
export function useEntryWords(): (
  entry: Pick<TrailEntry, 'type' | 'amount' | 'fee'> & Partial<Pick<TrailEntry, 'reason'>>,
  counterpart: string | undefined,
) => EntryWords {
  const { t, language } = useTexts();
  return (entry, counterpart) => {
    const amount = entry.amount === null ? undefined : `${formatUsdt(entry.amount, language)} USDT`;
    const fee =
      entry.fee === null ? undefined : t('trail.feeOf', { amount: formatUsdt(entry.fee, language) });
    const detail = (...parts: readonly (string | undefined)[]) =>
      parts.filter((part) => part !== undefined).join(' · ') || undefined;
    const why = () => {
      if (entry.reason === 'CANCELLED_BY_ADMIN') return t('trail.byAdmin');
      if (entry.reason === 'PAYMENT_OVERDUE') return t('trail.paymentOverdue');
      if (entry.reason === 'CONSENT_DECLINED') return t('trail.declined');
      if (entry.reason === 'CONSENT_EXPIRED') return t('trail.consentExpired');
      return entry.reason === 'CANCELLED_BY_OWNER' ? t('trail.byOwner') : undefined;
    };
    /** Only an admin's mark has a reason. */
    const onBehalf = () => (entry.reason ? t('trail.onBehalf') : undefined);
    switch (entry.type) {
      case 'OrderPlaced':
        return { what: t('trail.placed'), detail: detail(amount) };
      case 'OrderApproved':
        return { what: t('trail.approved'), detail: t('trail.approvedText') };
      case 'OrderRejected':
        return { what: t('trail.rejected'), detail: undefined };
      case 'OrderCancelled':
        return { what: t('trail.cancelled'), detail: detail(amount, why()) };
      case 'OrderCompleted':
        return { what: t('trail.completed'), detail: undefined };
      case 'FillReserved':
        return { what: t('trail.reserved'), detail: detail(counterpart, amount) };
      case 'FillSettled':
        return { what: t('trail.settled'), detail: detail(counterpart, amount, fee) };
      case 'FillReleased':
        return { what: t('trail.released'), detail: detail(counterpart, amount, why()) };
      case 'FillRefused':
        return { what: t('trail.refused'), detail: t('trail.refusedText') };
      case 'TradeProposed':
        return { what: t('trail.tradeProposed'), detail: detail(counterpart, amount) };
      case 'TradeOffered':
        return { what: t('trail.tradeOffered'), detail: detail(counterpart, amount) };
      case 'ConsentGiven':
        return { what: t('trail.consentGiven'), detail: detail(counterpart) };
      case 'TradeMatched':
        return { what: t('trail.tradeMatched'), detail: detail(counterpart, amount) };
      case 'TradeRejecting':
        return { what: t('trail.tradeRejecting'), detail: detail(counterpart, amount) };
      case 'TradeRejected':
        return { what: t('trail.tradeRejected'), detail: detail(counterpart, amount) };
      case 'TradeCompleting':
        return { what: t('trail.tradeCompleting'), detail: detail(counterpart, amount) };
      case 'TradeCompleted':
        return { what: t('trail.tradeCompleted'), detail: detail(counterpart, amount, fee) };
      case 'TradeReversed':
        return { what: t('trail.tradeReversed'), detail: detail(counterpart, amount, fee) };
      case 'TradeCancelling':
        return { what: t('trail.tradeCancelling'), detail: detail(counterpart, amount) };
      case 'TradeCancelled':
        return { what: t('trail.tradeCancelled'), detail: detail(counterpart, amount, why()) };
      case 'PaymentSent':
        return { what: t('trail.paymentSent'), detail: detail(counterpart, onBehalf()) };
      case 'PaymentReceived':
        return { what: t('trail.paymentReceived'), detail: detail(counterpart, onBehalf()) };
      case 'TetherSent':
        return { what: t('trail.tetherSent'), detail: detail(counterpart, onBehalf()) };
      case 'TransferChecked':
        return { what: t('trail.transferChecked'), detail: detail(counterpart) };
      case 'TetherReceived':
        return { what: t('trail.tetherReceived'), detail: detail(counterpart, onBehalf()) };
      case 'StepTakenBack':
        return { what: t('trail.stepTakenBack'), detail: detail(counterpart) };
      case 'WindowPaused':
        return { what: t('trail.windowPaused'), detail: detail(counterpart) };
      case 'WindowResumed':
        return { what: t('trail.windowResumed'), detail: detail(counterpart) };
      case 'WindowExtended':
        return { what: t('trail.windowExtended'), detail: detail(counterpart) };
      case 'WindowExpired':
        return { what: t('trail.windowExpired'), detail: detail(counterpart) };
      case 'CaseOpened':
        return { what: t('trail.caseOpened'), detail: detail(counterpart) };
      case 'CaseStatementAdded':
        return { what: t('trail.caseStatementAdded'), detail: detail(counterpart) };
      case 'CaseTaken':
        return { what: t('trail.caseTaken'), detail: detail(counterpart) };
      case 'CaseReleased':
        return { what: t('trail.caseReleased'), detail: detail(counterpart) };
      case 'CaseWithdrawn':
        return { what: t('trail.caseWithdrawn'), detail: detail(counterpart) };
      case 'CaseRuled':
        return { what: t('trail.caseRuled'), detail: detail(counterpart) };
      case 'CaseAppealed':
        return { what: t('trail.caseAppealed'), detail: detail(counterpart) };
      case 'AppealRuled':
        return { what: t('trail.appealRuled'), detail: detail(counterpart) };
      case 'ApprovalRequested':
        return { what: t('approval.entry.requested'), detail: undefined };
      case 'ApprovalGranted':
        return { what: t('approval.entry.granted'), detail: undefined };
      case 'ApprovalFulfilled':
        return { what: t('approval.entry.fulfilled'), detail: undefined };
      default:
        return { what: entry.type, detail: detail(amount) };
    }
  };
}
