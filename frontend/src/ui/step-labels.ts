import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import { useTexts } from '../i18n/index.ts';

interface StepLabels {
  readonly name: string;
  /** Texts for the party whose step it is, and for the one that waits. */
  readonly todo: string;
  readonly waiting: string;
  readonly button: string;
}

export function useStepLabels(): Readonly<Record<PaymentStep, StepLabels>> {
  const { t } = useTexts();
  return {
    'payment-sent': {
      name: t('steps.paymentSent.name'),
      todo: t('steps.paymentSent.todo'),
      waiting: t('steps.paymentSent.waiting'),
      button: t('steps.paymentSent.button'),
    },
    'payment-received': {
      name: t('steps.paymentReceived.name'),
      todo: t('steps.paymentReceived.todo'),
      waiting: t('steps.paymentReceived.waiting'),
      button: t('steps.paymentReceived.button'),
    },
    'tether-sent': {
      name: t('steps.tetherSent.name'),
      todo: t('steps.tetherSent.todo'),
      waiting: t('steps.tetherSent.waiting'),
      button: t('steps.tetherSent.button'),
    },
    'tether-received': {
      name: t('steps.tetherReceived.name'),
      todo: t('steps.tetherReceived.todo'),
      waiting: t('steps.tetherReceived.waiting'),
      button: t('steps.tetherReceived.button'),
    },
  };
}
