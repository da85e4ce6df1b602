import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { type PaymentStep, partyOf, paymentSteps } from '@matgyo/contracts/payment-steps';
import { Check, Gavel, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PaymentStepCommand } from '../api/payment-steps.ts';
import { timeOrDateInKorea } from '../format/date-time.ts';
import { useTexts } from '../i18n/index.ts';
import { Button, ButtonLink } from './button.tsx';
import { classes } from './class-names.ts';
import { MarkStep } from './mark-step.tsx';
import { EarlierSteps, isWonSettled, PaymentDetails } from './payment-details.tsx';
import { SentReceipt, SentTransfer } from './sent-proofs.tsx';
import { OverdueNote, TimeLeft } from './time-left.tsx';
import { useNow } from './use-now.ts';

interface PaymentStepsProps {
  readonly payment: TradePayment;
  /** The user's side. */
  readonly side: Side;
  readonly command: PaymentStepCommand;
}

export function PaymentSteps({ payment, side, command }: PaymentStepsProps) {
  const { t } = useTexts();
  const { steps, next, caseId } = payment;
  const progress = useRef<HTMLOListElement>(null);
  // The button that was pressed is below the progress, which may be out of sight.
  useEffect(() => {
    if (command.isSuccess) progress.current?.scrollIntoView({ block: 'nearest' });
  }, [command.isSuccess]);
  const last = steps.at(-1);
  const undoable =
    payment.status === 'matched' &&
    caseId === null &&
    last !== undefined &&
    !last.byAdmin &&
    partyOf[last.step] === side;
  const isSettled = isWonSettled(payment, side);
  const proof = isSettled ? (
    <SentTransfer payment={payment} reader={side} />
  ) : (
    <SentReceipt payment={payment} />
  );
  // Who confirms compares it first; who sends needs it no more.
  const confirms = next?.step === 'payment-received' || next?.step === 'tether-received';
  // On a phone the marked ones are folded with what they were about, so that the button is in sight.
  const isFolded = isSettled && next !== null;
  return (
    <div className="mb-1.5 flex flex-col gap-x-12 gap-y-2.5 md:flex-row">
      {/* On a phone two in a line, so that on a low one the account to pay to is in sight above the button. */}
      <ol
        ref={progress}
        className="flex flex-none scroll-my-28 flex-wrap content-start gap-x-2 gap-y-1 text-small max-md:*:min-w-[calc(50%-0.25rem)] md:flex-col"
      >
        {paymentSteps.map((step) => {
          const mark = steps.find((one) => one.step === step);
          return (
            <StepLine
              key={step}
              step={step}
              mark={mark}
              current={next?.step === step}
              className={isFolded && mark !== undefined && 'max-md:hidden'}
            />
          );
        })}
      </ol>
      {/* No box on a phone: the button could not rise above its top, and would be below a low window. */}
      <div className="flex min-w-0 max-w-[40rem] flex-auto flex-col gap-2.5 max-md:contents max-md:[&_dl_*]:scroll-mb-36">
        {next !== null && <TimeLeft next={next} side={side} />}
        <PaymentDetails payment={payment} side={side} />
        {next !== null && <OverdueNote next={next} side={side} />}
        {confirms && proof}
        {next?.party === side && (
          <MarkStep key={next.step} step={next.step} krw={payment.krw} command={command} />
        )}
        {!confirms && proof}
        <EarlierSteps payment={payment} side={side}>
          {isFolded && (
            <ol className="mt-1 mb-2.5 grid gap-1 text-small md:hidden">
              {steps.map((mark) => (
                <StepLine key={mark.step} step={mark.step} mark={mark} />
              ))}
            </ol>
          )}
        </EarlierSteps>
        <p className="flex flex-wrap gap-x-4 empty:hidden">
          {undoable && (
            <Button
              variant="quiet"
              size="medium"
              className="-ml-3 whitespace-normal! text-left"
              busy={command.isPending}
              onClick={() => command.mutate({ action: 'undo', step: last.step })}
            >
              {!command.isPending && <Undo2 size={16} />}
              {t('steps.undo', { step: t(`steps.${last.step}.name`) })}
            </Button>
          )}
          <CaseLink payment={payment} />
        </p>
      </div>
    </div>
  );
}

function CaseLink({ payment: { _id, caseId, status } }: Pick<PaymentStepsProps, 'payment'>) {
  const { t } = useTexts();
  if (caseId !== null)
    return (
      <ButtonLink to={`/dashboard/disputes/${caseId}`} size="medium">
        {t('steps.viewCase')}
      </ButtonLink>
    );
  if (status !== 'matched') return null;
  return (
    <ButtonLink to={`/dashboard/disputes/new/${_id}`} variant="quiet" size="medium" className="-ml-3">
      <Gavel size={16} />
      {t('steps.openCase')}
    </ButtonLink>
  );
}

interface StepLineProps {
  readonly step: PaymentStep;
  readonly mark: TradePayment['steps'][number] | undefined;
  readonly current?: boolean;
  readonly className?: string | false;
}

function StepLine({ step, mark, current = false, className }: StepLineProps) {
  const { t } = useTexts();
  const now = useNow(30_000);
  const done = mark !== undefined;
  return (
    <li
      aria-current={current ? 'step' : undefined}
      className={classes(
        'flex items-center gap-2.5',
        current ? 'font-strong' : done ? 'text-fg-muted' : 'text-fg-subtle',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          'grid size-[26px] flex-none place-items-center rounded-full text-micro font-strong',
          current
            ? 'bg-accent text-on-accent'
            : done
              ? 'bg-accent-soft text-accent'
              : 'inset-ring inset-ring-line',
        )}
      >
        {done ? <Check size={14} strokeWidth={2} /> : paymentSteps.indexOf(step) + 1}
      </span>
      {t(`steps.${step}.name`)}
      {done && (
        <time dateTime={mark.at} className="text-fg-subtle text-micro">
          {timeOrDateInKorea(mark.at, now)}
        </time>
      )}
      <span className="sr-only">{done ? t('steps.marked') : t('steps.open')}</span>
    </li>
  );
}
