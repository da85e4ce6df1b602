import { type SubmitEvent, useId, useState } from 'react';
import { CallFailure, isFailure } from '../../api/call-failure.ts';
import { failureText } from '../../api/failure-text.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { toast } from '../../ui/toast.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import { useConfirmPayout, useSendPayoutCode } from './own-account-calls.ts';

interface ConfirmPayoutProps {
  readonly changeId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A code to the member's phone, with which a changed bank account or wallet is used at once. */
export function ConfirmPayout({ changeId, open, onClose }: ConfirmPayoutProps) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const formId = useId();
  const confirm = useConfirmPayout();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const sending = useSending(changeId, setFailure);
  const check = (given: string) => {
    if (confirm.isPending) return;
    setFailure(undefined);
    if (!/^\d{6}$/.test(given)) {
      setFault(errorTexts('OTP_REQUIRED'));
      return;
    }
    confirm.mutate(
      { changeId, code: given },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('payments.confirmed') });
          onClose();
        },
        onError: (error) => {
          setCode('');
          if (isFailure(error, 'OTP_WRONG')) setFault(failureText(error, t));
          else setFailure(failureText(error, t));
        },
      },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    check(code);
  };
  return (
    <Dialog
      open={open}
      held={confirm.isPending}
      title={t('payments.confirmTitle')}
      onClose={onClose}
      onClosed={() => {
        setCode('');
        setFault(undefined);
        setFailure(undefined);
      }}
      failure={<FormFailure text={failure} />}
      footer={
        <>
          <Button
            variant={sending.isSent ? 'secondary' : 'primary'}
            busy={sending.busy}
            off={sending.waitSeconds > 0}
            onClick={sending.send}
          >
            {sending.label}
          </Button>
          {sending.isSent && (
            <Button type="submit" form={formId} variant="primary" busy={confirm.isPending}>
              {t('payments.confirm')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 px-8 pt-1 pb-6 max-md:px-5">
        <p className="text-fg-muted">{t('payments.confirmText')}</p>
        {sending.isSent && (
          <CodeField
            id="payout-code"
            label={t('code.label')}
            value={code}
            error={fault}
            onChange={setCode}
            onComplete={check}
            onFault={setFault}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Sends the code, at most once in a while. */
function useSending(changeId: string, setFailure: (text: string | undefined) => void) {
  const { t } = useTexts();
  const call = useSendPayoutCode();
  const [nextSendMs, setNextSendMs] = useState<number>();
  const waitSeconds = useCountdown(nextSendMs);
  const isSent = nextSendMs !== undefined;
  const sentFor = (seconds: number) => setNextSendMs(Date.now() + seconds * 1000);
  const send = () => {
    setFailure(undefined);
    call.mutate(changeId, {
      onSuccess: ({ resendAfterSeconds }) => sentFor(resendAfterSeconds),
      onError: (error) => {
        // One was sent a moment ago, before the dialog was opened again: it still counts.
        const seconds = error instanceof CallFailure ? error.facts.retryAfterSeconds : undefined;
        if (isFailure(error, 'CODE_TOO_SOON') && seconds !== undefined) sentFor(seconds);
        else setFailure(failureText(error, t));
      },
    });
  };
  const again = waitSeconds > 0 ? t('code.resendIn', { seconds: waitSeconds }) : t('code.resend');
  return { send, busy: call.isPending, waitSeconds, isSent, label: isSent ? again : t('code.send') };
}
