import type { RulingReason } from '@matgyo/contracts/cases';
import type { UnmarkedReason } from '@matgyo/contracts/payment-steps';
import { useTexts } from '../i18n/index.ts';

/** Reasons to complete a match with an unmarked step. */
export function useUnmarkedWords(): Readonly<Record<UnmarkedReason, string>> {
  const { t } = useTexts();
  return {
    CONFIRMED_IN_CHAT: t('marks.confirmedInChat'),
    CONFIRMED_BY_PHONE: t('marks.confirmedByPhone'),
    SEEN_ELSEWHERE: t('marks.confirmedElsewhere'),
  };
}

/** Reasons of a ruling. */
export function useGroundWords(): Readonly<Record<RulingReason, string>> {
  const { t } = useTexts();
  return {
    PAYMENT_PROVEN: t('dispute.paymentProven'),
    PAYMENT_NOT_PROVEN: t('dispute.paymentNotProven'),
    TETHER_PROVEN: t('dispute.tetherProven'),
    TETHER_NOT_PROVEN: t('dispute.tetherNotProven'),
    PARTY_SILENT: t('dispute.partySilent'),
    PARTIES_AGREED: t('dispute.partiesAgreed'),
  };
}
