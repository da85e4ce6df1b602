import { tradePaths } from '@matgyo/contracts/paths/trades';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import { useTexts } from '../i18n/index.ts';
import { command, useCommand } from './command.ts';
import { queryKeys } from './query-keys.ts';

interface StepAct {
  readonly act: 'mark' | 'undo';
  readonly step: PaymentStep;
  readonly signature?: string;
}

/** Marks a payment step, or undoes the last mark. Afterwards the shown data is loaded again, also after a failure. */
export function usePaymentSteps(tradeId: string) {
  const { t } = useTexts();
  return useCommand({
    command: ({ act, ...body }: StepAct) => {
      const params = { id: tradeId };
      return act === 'mark'
        ? command(tradePaths.markStep, { params, body })
        : command(tradePaths.takeBackStep, { params, body: { step: body.step } });
    },
    failed: t('steps.failed'),
    changes: [queryKeys.own.trades.payment(tradeId)],
    untilShown: true,
  });
}

export type PaymentStepActs = ReturnType<typeof usePaymentSteps>;
