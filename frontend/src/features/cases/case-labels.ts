import type { AppealOutcome, CaseParty, RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseSummary } from '@matgyo/contracts/endpoints/cases';
import { useTexts } from '../../i18n/index.ts';
import { useGroundLabels } from '../../ui/reason-labels.ts';

type Known<Labels extends object> = (code: string) => Labels[keyof Labels] | undefined;
const known =
  <Labels extends object>(labels: Labels): Known<Labels> =>
  (code) =>
    Object.hasOwn(labels, code) ? labels[code as keyof Labels] : undefined;

/** Labels for the codes of a dispute. */
export function useCaseLabels() {
  const { t } = useTexts();
  const grounds = useGroundLabels();
  const outcomes: Record<RulingOutcome | AppealOutcome, string> = {
    complete: t('dispute.complete'),
    cancel: t('dispute.cancel'),
    confirm: t('dispute.appealConfirmed'),
    overturn: t('dispute.appealOverturned'),
  };
  const parties: Record<CaseParty, string> = {
    sell: t('label.seller'),
    buy: t('label.buyer'),
    admin: t('role.admin'),
  };
  const events = {
    TradeMatched: t('trail.tradeMatched'),
    TradeCompleting: t('trail.tradeCompleting'),
    TradeCompleted: t('trail.tradeCompleted'),
    TradeReversed: t('trail.tradeReversed'),
    TradeCancelling: t('trail.tradeCancelling'),
    TradeCancelled: t('trail.tradeCancelled'),
    PaymentSent: t('trail.paymentSent'),
    PaymentReceived: t('trail.paymentReceived'),
    TetherSent: t('trail.tetherSent'),
    TransferChecked: t('trail.transferChecked'),
    TetherReceived: t('trail.tetherReceived'),
    StepTakenBack: t('trail.stepTakenBack'),
    WindowPaused: t('trail.windowPaused'),
    WindowResumed: t('trail.windowResumed'),
    WindowExtended: t('trail.windowExtended'),
    WindowExpired: t('trail.windowExpired'),
    CaseOpened: t('trail.caseOpened'),
    CaseStatementAdded: t('trail.caseStatementAdded'),
    CaseTaken: t('trail.caseTaken'),
    CaseReleased: t('trail.caseReleased'),
    CaseWithdrawn: t('trail.caseWithdrawn'),
    CaseRuled: t('trail.caseRuled'),
    CaseAppealed: t('trail.caseAppealed'),
    AppealRuled: t('trail.appealRuled'),
  };
  return {
    grounds,
    outcomes,
    parties,
    groundOf: known(grounds),
    eventOf: known(events),
  };
}

/** The label of a dispute's status. */
export function useCaseStatusLabel(): (
  one: Pick<CaseSummary, 'status' | 'taken' | 'outcome' | 'appeal'>,
) => string {
  const { t } = useTexts();
  const { outcomes } = useCaseLabels();
  return ({ status, taken, outcome, appeal }) => {
    if (status === 'withdrawn') return t('dispute.withdrawn');
    if (outcome === null) return taken ? t('dispute.taken') : t('dispute.waiting');
    const ruled = t('dispute.ruledTo', { outcome: outcomes[outcome] });
    if (appeal === null) return ruled;
    return `${ruled} · ${appeal === 'open' ? t('dispute.appealOpen') : outcomes[appeal]}`;
  };
}

/** Whether it waits for an admin: an open dispute, or an appeal. */
export const isUnderReview = ({ status, appeal }: Pick<CaseSummary, 'status' | 'appeal'>): boolean =>
  status === 'open' || appeal === 'open';
