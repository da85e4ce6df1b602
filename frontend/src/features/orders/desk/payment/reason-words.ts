import type { UnmarkedReason, WindowReason } from '@matgyo/contracts/payment-steps';
import { useWords } from '../../../../i18n/index.ts';

/** Why an admin completes a match in which a step is not marked. */
export function useUnmarkedWord(): (reason: UnmarkedReason) => string {
  const { t } = useWords();
  const words: Record<UnmarkedReason, string> = {
    CONFIRMED_IN_CHAT: t('marks.confirmedInChat'),
    CONFIRMED_BY_PHONE: t('marks.confirmedByPhone'),
    SEEN_ELSEWHERE: t('marks.confirmedElsewhere'),
  };
  return (reason) => words[reason];
}

/** Why an admin moves the time for a step. */
export function useWindowWord(): (reason: WindowReason) => string {
  const { t } = useWords();
  const words: Record<WindowReason, string> = {
    PARTY_ASKED: t('window.partyAsked'),
    BANK_MAINTENANCE: t('window.bankMaintenance'),
    NETWORK_DELAY: t('window.networkDelay'),
    UNDER_REVIEW: t('window.underReview'),
  };
  return (reason) => words[reason];
}
