import { isRejectionReason, type RejectionReason, rejectionTexts } from '@matgyo/contracts/rejection-reasons';
import { isReversalReason, reversalTexts } from '@matgyo/contracts/reversals';
import { useTexts } from '../../../i18n/index.ts';

/** Labels of the reasons for rejecting an order. */
export function useRejectionWord(): (reason: RejectionReason) => string {
  const { language } = useTexts();
  return (reason) => rejectionTexts[reason][language];
}

/** The label of a reason code, if it is known. */
export function useReasonWord(): (reason: string | null) => string | undefined {
  const { language } = useTexts();
  return (reason) => {
    if (reason === null) return undefined;
    if (isRejectionReason(reason)) return rejectionTexts[reason][language];
    return isReversalReason(reason) ? reversalTexts[reason][language] : undefined;
  };
}
