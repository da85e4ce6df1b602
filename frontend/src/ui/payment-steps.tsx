import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { type PaymentStep, partyOf, paymentSteps } from '@matgyo/contracts/payment-steps';
import { Check, Minus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isFailure } from '../api/call-failure.ts';
import { failureText } from '../api/failure-text.ts';
import { type PaymentStepCommand, signatureRefusals } from '../api/payment-steps.ts';
import { durationText, secondsUntil } from '../format/duration.ts';
import { useTexts, withTexts } from '../i18n/index.ts';
import { Button, ButtonLink } from './button.tsx';
import { classes } from './class-names.ts';
import { InputField } from './field.tsx';
import { onDemand } from './on-demand.tsx';
import { PaymentDetails } from './payment-details.tsx';
import type { Receipt } from './receipt-fields.tsx';
import { SentProofs } from './sent-proofs.tsx';
import { useNow } from './use-now.ts';

const ReceiptFields = onDemand(() => withTexts('cases', import('./receipt-fields.tsx')));

interface PaymentStepsProps {
  readonly payment: TradePayment;
  /** The user's side. */
  readonly side: Side;
  readonly command: PaymentStepCommand;
}

/** A match's payment: progress, the time left, what to send where, and the user's next step to mark. */
export function PaymentSteps({ payment, side, command }: PaymentStepsProps) {
  const { t } = useTexts();
  const { steps, next, caseId } = payment;
  const last = steps.at(-1);
  const undoable =
    payment.status === 'matched' &&
    caseId === null &&
    last !== undefined &&
    !last.byAdmin &&
    partyOf[last.step] === side;
  const mark = next?.party === side && <MarkStep key={next.step} step={next.step} command={command} />;
  // Who only confirms needs no details for it; who sends needs them first.
  const confirms = next?.step === 'payment-received' || next?.step === 'tether-received';
  return (
    <div className="mb-1.5 grid grid-cols-1 gap-2">
      <ol className="grid grid-cols-2 gap-x-4 gap-y-1 text-small md:flex md:flex-wrap">
        {paymentSteps.map((step) => (
          <Step key={step} name={t(`steps.${step}.name`)} marked={steps.some((mark) => mark.step === step)} />
        ))}
      </ol>
      {next !== null && <TimeLeft next={next} side={side} />}
      {confirms && mark}
      <SentProofs payment={payment} />
      <PaymentDetails payment={payment} side={side} />
      {!confirms && mark}
      {undoable && (
        <p>
          <Button
            variant="quiet"
            size="medium"
            className="-ml-3"
            busy={command.isPending}
            onClick={() => command.mutate({ action: 'undo', step: last.step })}
          >
            {t('steps.undo', { step: t(`steps.${last.step}.name`) })}
          </Button>
        </p>
      )}
      <CaseLink payment={payment} />
    </div>
  );
}

/** Link to the open dispute, or to open one. */
function CaseLink({ payment: { _id, caseId, status } }: Pick<PaymentStepsProps, 'payment'>) {
  const { t } = useTexts();
  if (caseId === null && status !== 'matched') return null;
  return (
    <p>
      {caseId === null ? (
        <ButtonLink to={`/dashboard/disputes/new/${_id}`} variant="quiet" size="medium" className="-ml-3">
          {t('steps.openCase')}
        </ButtonLink>
      ) : (
        <ButtonLink to={`/dashboard/disputes/${caseId}`} size="medium">
          {t('steps.viewCase')}
        </ButtonLink>
      )}
    </p>
  );
}

function Step({ name, marked }: { readonly name: string; readonly marked: boolean }) {
  const { t } = useTexts();
  const Icon = marked ? Check : Minus;
  return (
    <li className={classes('inline-flex items-center gap-1', marked ? 'text-fg' : 'text-fg-subtle')}>
      <Icon size={16} strokeWidth={1.6} className={marked ? 'text-completed' : undefined} aria-hidden />
      {name}
      <span className="sr-only">{marked ? t('steps.marked') : t('steps.open')}</span>
    </li>
  );
}

interface TimeLeftProps {
  readonly next: NonNullable<TradePayment['next']>;
  /** The party's side; admins have none. */
  readonly side?: Side;
}

/** The time left for the next step; once it is up, what a party can do. */
export function TimeLeft({ next, side }: TimeLeftProps) {
  const { t } = useTexts();
  const now = useNow(10_000);
  if (next.due === null) return <p className="text-fg-muted text-small">{t('steps.paused')}</p>;
  const seconds = secondsUntil(next.due, now);
  if (next.expired || seconds === 0) {
    const overdue = next.party === side ? t('steps.overdueMine') : t('steps.overdueTheirs');
    return <p className="text-danger text-small">{side === undefined ? t('steps.overdue') : overdue}</p>;
  }
  return (
    <p className="text-fg-muted text-small">
      {t('steps.left', { duration: durationText(seconds, t) })}
      {next.cancels && ` ${t('steps.cancels')}`}
    </p>
  );
}

interface MarkStepProps {
  readonly step: PaymentStep;
  readonly command: PaymentStepCommand;
}

/** The button for the next step. Sending won may name the sender and add a receipt; sending USDT takes the transaction's signature. */
function MarkStep({ step, command }: MarkStepProps) {
  const { t } = useTexts();
  const [signature, setSignature] = useState('');
  const [receipt, setReceipt] = useState<Receipt>({ method: undefined, senderName: '', image: undefined });
  const asksSignature = step === 'tether-sent';
  const asksReceipt = step === 'payment-sent';
  const refused =
    command.error !== null && isFailure(command.error, ...signatureRefusals)
      ? failureText(command.error, t)
      : undefined;
  const mark = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending || (asksSignature && signature.trim() === '')) return;
    const senderName = receipt.senderName.trim();
    command.mutate({
      action: 'mark',
      step,
      image: receipt.image,
      ...(receipt.method && { method: receipt.method }),
      ...(asksSignature && { signature: signature.trim() }),
      ...(senderName !== '' && { senderName }),
    });
  };
  return (
    <form onSubmit={mark} className="grid max-w-[28rem] gap-2">
      {asksReceipt && <ReceiptFields receipt={receipt} onChange={setReceipt} />}
      {asksSignature && (
        <InputField
          label={t('steps.signature')}
          hint={t('steps.signatureHint')}
          error={refused}
          value={signature}
          onChange={(event) => {
            setSignature(event.target.value);
            if (refused !== undefined) command.reset();
          }}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        busy={command.isPending}
        off={asksSignature && signature.trim() === ''}
        className="justify-self-start"
      >
        {t(`steps.${step}.button`)}
      </Button>
    </form>
  );
}
