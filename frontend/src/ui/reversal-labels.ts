import type { ReversalReason } from '@matgyo/contracts/reversals';
import { useTexts } from '../i18n/index.ts';

/** Why a completed trade was taken back. */
export function useReversalWords(): Readonly<Record<ReversalReason, string>> {
  const { t } = useTexts();
  return {
    COMPLETED_BY_MISTAKE: t('reversal.byMistake'),
    WRONG_AMOUNT: t('reversal.wrongAmount'),
    MONEY_RETURNED: t('reversal.moneyReturned'),
    FRAUD_FOUND: t('reversal.fraud'),
    PARTIES_AGREED: t('reversal.agreed'),
  };
}
