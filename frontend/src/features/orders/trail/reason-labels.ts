import { isRejectionReason, type RejectionReason, rejectionTexts } from '@matgyo/contracts/rejection-reasons';
import { isReversalReason, reversalTexts } from '@matgyo/contracts/reversals';
import { useTexts } from '../../../i18n/index.ts';

/** Reasons for rejecting an order, as an admin chooses them and its member reads them. */
export function useRejectionWord(): (reason: RejectionReason) => string {
  const { language } = useTexts();
  return (reason) => rejectionTexts[reason][language];
}

/** A reason in words; of other codes none. */
export function useReasonWord(): (reason: string | null) => string | undefined {
  const { language } = useTexts();
  return (reason) => {
    if (reason === null) return undefined;
    if (isRejectionReason(reason)) return rejectionTexts[reason][language];
    return isReversalReason(reason) ? reversalTexts[reason][language] : undefined;
  };
}
