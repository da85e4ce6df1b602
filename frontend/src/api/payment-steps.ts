import { tradePaths } from '@matgyo/contracts/paths/trades';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWords } from '../i18n/index.ts';
import { toast } from '../ui/toast.ts';
import { call, newUuid } from './call.ts';
import { failureText } from './failure-text.ts';
import { queryKeys } from './query-keys.ts';

interface StepAct {
  readonly act: 'mark' | 'undo';
  readonly step: PaymentStep;
  readonly signature?: string;
}

/** Marks a step of a match's payment, or undoes the last mark. Whatever came of it, what is shown is asked for again. */
export function usePaymentSteps(tradeId: string) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ act, ...body }: StepAct) => {
      const asked = { params: { id: tradeId }, idempotencyKey: newUuid() };
      return act === 'mark'
        ? call(tradePaths.markStep, { ...asked, body })
        : call(tradePaths.takeBackStep, { ...asked, body: { step: body.step } });
    },
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t, t('steps.failed')) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.trades.payment(tradeId) }),
  });
}

export type PaymentStepActs = ReturnType<typeof usePaymentSteps>;
