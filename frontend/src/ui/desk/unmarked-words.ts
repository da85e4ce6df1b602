import type { UnmarkedReason } from '@matgyo/contracts/payment-steps';
import { useWords } from '../../i18n/index.ts';

/** Why an admin completes a match in which a step is not marked. */
export function useUnmarkedWords(): Readonly<Record<UnmarkedReason, string>> {
  const { t } = useWords();
  return {
    CONFIRMED_IN_CHAT: t('marks.confirmedInChat'),
    CONFIRMED_BY_PHONE: t('marks.confirmedByPhone'),
    SEEN_ELSEWHERE: t('marks.confirmedElsewhere'),
  };
}
