import type { PaymentMethod } from '@matgyo/contracts/payment-steps';
import { useTexts } from '../i18n/index.ts';

/** How won were sent. */
export function usePaymentMethods(): Readonly<Record<PaymentMethod, string>> {
  const { t } = useTexts();
  return {
    'bank-transfer': t('receipt.bankTransfer'),
    'app-transfer': t('receipt.appTransfer'),
    'cash-deposit': t('receipt.cashDeposit'),
  };
}
