import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import {
  type OnBehalfReason,
  onBehalfReasons,
  type PaymentStep,
  partyOf,
} from '@matgyo/contracts/payment-steps';
import { onBehalfTexts } from '@matgyo/contracts/reason-texts';
import { useState } from 'react';
import { isFailure } from '../../../../api/call-failure.ts';
import { signatureRefusals, usePaymentSteps } from '../../../../api/payment-steps.ts';
import { signatureIn } from '../../../../format/solscan.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import type { Opened } from '../../../../ui/dialog.tsx';
import { InputField } from '../../../../ui/field.tsx';
import { ReasonChoice, useReason } from '../../../../ui/reason-choice.tsx';
import { useDialog } from '../../../../ui/use-dialog.ts';

interface MarkForPartyProps {
  readonly payment: TradePayment;
  /** Screen-reader text that distinguishes the matches of an order. */
  readonly which: string;
}

export default function MarkForParty({ payment: { _id, steps, next }, which }: MarkForPartyProps) {
  const { t } = useTexts();
  const command = usePaymentSteps(_id);
  // Fixed when the dialog opens: the party may mark the step meanwhile. `at` resets it each time.
  const {
    subject: asked,
    isOpen,
    open,
    close,
  } = useDialog<{ readonly step: PaymentStep; readonly at: number }>();
  const last = steps.at(-1);
  return (
    <div className="flex flex-wrap gap-x-2">
      {next !== null && (
        <Button
          variant="quiet"
          size="small"
          aria-haspopup="dialog"
          className="-ml-2"
          onClick={() => open({ step: next.step, at: Date.now() })}
        >
          {t(`marks.markFor.${next.party}`)}
          <span className="sr-only">{which}</span>
        </Button>
      )}
      {last?.byAdmin === true && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-2"
          busy={command.isPending}
          // The second click of a double click would undo the step before.
          onClick={({ detail }) => detail < 2 && command.mutate({ action: 'undo', step: last.step })}
        >
          {t('steps.undo', { step: t(`steps.${last.step}.name`) })}
          <span className="sr-only">{which}</span>
        </Button>
      )}
      {asked !== undefined && (
        <MarkDialog key={asked.at} tradeId={_id} step={asked.step} open={isOpen} onClose={close} />
      )}
    </div>
  );
}

interface MarkDialogProps extends Opened {
  readonly tradeId: string;
  readonly step: PaymentStep;
}

function MarkDialog({ tradeId, step, open, onClose }: MarkDialogProps) {
  const { t, failureText } = useTexts();
  const command = usePaymentSteps(tradeId);
  const reason = useReason<OnBehalfReason>(t('marks.markReasonMissing'));
  const [signature, setSignature] = useState('');
  const name = { step: t(`steps.${step}.name`) };
  const { error } = command;
  const confirm = () => {
    if (reason.chosen === undefined) return reason.check();
    command.mutate(
      { action: 'mark', step, reason: reason.chosen, signature: signature || undefined },
      { onSuccess: onClose },
    );
  };
  return (
    <Confirm
      open={open}
      busy={command.isPending}
      title={t(`marks.markTitle.${partyOf[step]}`, name)}
      confirmLabel={t('marks.markYes', name)}
      onCancel={onClose}
      onConfirm={confirm}
    >
      {t('marks.markText')}
      {step === 'tether-sent' && (
        <div className="mt-3">
          <InputField
            label={t('marks.markSignature')}
            autoComplete="off"
            spellCheck={false}
            value={signature}
            error={error !== null && isFailure(error, ...signatureRefusals) ? failureText(error) : undefined}
            onChange={(event) => setSignature(signatureIn(event.target.value))}
          />
        </div>
      )}
      <ReasonChoice
        title={t('window.reason')}
        reasons={onBehalfReasons}
        texts={onBehalfTexts}
        {...reason.field}
      />
    </Confirm>
  );
}
