import type { RulingReason } from '@matgyo/contracts/cases';
import { useTexts } from '../i18n/index.ts';

/** Reasons of a ruling. */
export function useGroundLabels(): Readonly<Record<RulingReason, string>> {
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
