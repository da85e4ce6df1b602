import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useTexts } from '../i18n/index.ts';
import type { BodyOf } from './call.ts';
import { command, formCommand, useCommand } from './command.ts';
import { queryKeys } from './queries.ts';

interface StepAction extends BodyOf<typeof tradePaths.markStep> {
  readonly action: 'mark' | 'undo';
  readonly image?: Blob | undefined;
}

/** Refusals of the transaction's signature, shown at its field. */
export const signatureRefusals = ['SIGNATURE_INVALID', 'SIGNATURE_USED'] as const;

/** Marks a payment step, or undoes the last mark. Afterwards the shown data is loaded again, also after a failure. */
export function usePaymentSteps(tradeId: string) {
  const { t } = useTexts();
  return useCommand({
    command: ({ action, image, ...body }: StepAction) => {
      const params = { id: tradeId };
      if (action === 'undo') return command(tradePaths.takeBackStep, { params, body: { step: body.step } });
      return image === undefined
        ? command(tradePaths.markStep, { params, body })
        : formCommand(tradePaths.markStep, { params }, { ...body, image });
    },
    done: ({ action, step, reason }) => {
      const name = { step: t(`steps.${step}.name`) };
      if (action === 'undo') return t('steps.undone', name);
      return reason === undefined ? t(`steps.${step}.done`) : t('steps.markedFor', name);
    },
    failed: t('steps.failed'),
    atField: signatureRefusals,
    changes: [queryKeys.own.trades.payment(tradeId)],
    untilShown: true,
  });
}

export type PaymentStepCommand = ReturnType<typeof usePaymentSteps>;
