import { isRejectionReason, type RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { useWords } from '../../../i18n/index.ts';

/** Reasons for rejecting an order, as an admin chooses them and its member reads them. */
export function useRejectionWords(): Readonly<Record<RejectionReason, string>> {
  const { t } = useWords();
  return {
    REJECTED_FOR_WALLET: t('rejection.wallet'),
    REJECTED_FOR_IDENTITY: t('rejection.identity'),
    REJECTED_FOR_AMOUNT: t('rejection.amount'),
    REJECTED_AS_DUPLICATE: t('rejection.duplicate'),
    REJECTED_BY_ADMIN: t('rejection.other'),
  };
}

/** A reason in words; of other codes none. */
export function useReasonWord(): (reason: string | null) => string | undefined {
  const words = useRejectionWords();
  return (reason) => (reason !== null && isRejectionReason(reason) ? words[reason] : undefined);
}
