import type { WindowReason } from '@matgyo/contracts/payment-steps';
import { useTexts } from '../../../../i18n/index.ts';

/** An admin's reason for changing the time of a step. */
export function useWindowWord(): (reason: WindowReason) => string {
  const { t } = useTexts();
  const words: Record<WindowReason, string> = {
    PARTY_ASKED: t('window.partyAsked'),
    BANK_MAINTENANCE: t('window.bankMaintenance'),
    NETWORK_DELAY: t('window.networkDelay'),
    UNDER_REVIEW: t('window.underReview'),
  };
  return (reason) => words[reason];
}
