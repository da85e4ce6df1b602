import type { Krw } from '@matgyo/contracts/money';
import { type PaymentStep, senderNameCharsMax } from '@matgyo/contracts/payment-steps';
import { useId, useRef, useState } from 'react';
import { isFailure } from '../api/call-failure.ts';
import { useOwnAccount } from '../api/own-account.ts';
import { type PaymentStepCommand, signatureRefusals } from '../api/payment-steps.ts';
import { signatureIn } from '../format/solscan.ts';
import { useTexts, withTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';
import { Confirm } from './confirm.tsx';
import { InputField } from './field.tsx';
import { Form } from './form-page.tsx';
import { onDemand } from './on-demand.tsx';
import type { Receipt } from './receipt-fields.tsx';

const ReceiptFields = onDemand(() => withTexts('cases', import('./receipt-fields.tsx')));

interface MarkStepProps {
  readonly step: PaymentStep;
  readonly krw: Krw;
  readonly command: PaymentStepCommand;
}

/**
 * The button for the next step. Sending won names the sender, by whom the seller finds the deposit: the buyer, whose
 * name is also the account holder's, unless the buyer says otherwise. Sending USDT takes the transaction's signature.
 * Having received won is asked once more: the seller owes the USDT from then on.
 */
export function MarkStep({ step, krw, command }: MarkStepProps) {
  const { t, formatKrw, failureText } = useTexts();
  const ownName = (useOwnAccount().data?.fullName ?? '').slice(0, senderNameCharsMax);
  const hintId = useId();
  const signatureField = useRef<HTMLInputElement>(null);
  const [signature, setSignature] = useState('');
  /** Undefined until the buyer asks for its fields. */
  const [receipt, setReceipt] = useState<Receipt>();
  const [isConfirming, setConfirming] = useState(false);
  const asksSignature = step === 'tether-sent';
  const asksReceipt = step === 'payment-sent';
  const isFolded = asksReceipt && receipt === undefined;
  const lacksSignature = asksSignature && signature === '';
  const refused = isFailure(command.error, ...signatureRefusals) ? failureText(command.error) : undefined;
  const mark = () => {
    setConfirming(false);
    if (receipt?.image === 'loading') return;
    command.mutate({
      action: 'mark',
      step,
      image: receipt?.image,
      method: receipt?.method,
      signature: asksSignature ? signature : undefined,
      senderName: asksReceipt ? (receipt?.senderName ?? ownName).trim() || undefined : undefined,
    });
  };
  const submit = () => {
    // On a phone the field may be out of sight.
    if (lacksSignature) signatureField.current?.focus();
    else if (step === 'payment-received') setConfirming(true);
    else mark();
  };
  const fields = asksReceipt && <ReceiptFields receipt={receipt} ownName={ownName} onChange={setReceipt} />;
  return (
    // No box of its own, so that the button can stay at the bottom of the panel around it.
    <Form busy={command.isPending} onSubmit={submit} className="contents">
      {asksSignature && (
        <div className="max-w-[28rem] [&_input]:scroll-mb-10">
          <InputField
            ref={signatureField}
            label={t('steps.signature')}
            hint={t('steps.signatureHint')}
            error={refused}
            value={signature}
            onChange={(event) => {
              setSignature(signatureIn(event.target.value));
              if (refused !== undefined) command.reset();
            }}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
      <div
        className={classes(
          'grid gap-2',
          // Over a field it would hide what is typed, in a low window the account to pay to.
          (asksSignature ? lacksSignature : receipt === undefined) &&
            'sticky bottom-(--pin-bottom) z-10 bg-surface py-1.5 shadow-[0_-6px_8px_var(--color-surface)] in-[form:has(input:focus)]:static',
          asksReceipt && '[@media(height<=40rem)]:static',
        )}
      >
        {/* With the button, which stays in sight on a phone and would hide it there. */}
        {isFolded && ownName !== '' && (
          <p className="text-fg-muted">{t('steps.senderIs', { name: ownName })}</p>
        )}
        {!isFolded && fields}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            className="whitespace-normal!"
            busy={command.isPending || receipt?.image === 'loading'}
            aria-describedby={lacksSignature ? hintId : undefined}
          >
            {t(`steps.${step}.button`)}
          </Button>
          {isFolded && fields}
        </div>
        {lacksSignature && (
          <p id={hintId} className="text-fg-muted text-small">
            {t('steps.signatureFirst')}
          </p>
        )}
      </div>
      <Confirm
        open={isConfirming}
        title={t('steps.receivedTitle', { krw: formatKrw(krw) })}
        confirmLabel={t('steps.payment-received.button')}
        onCancel={() => setConfirming(false)}
        onConfirm={mark}
      >
        {t('steps.receivedText')}
      </Confirm>
    </Form>
  );
}
