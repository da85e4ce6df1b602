import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { type SubmitEvent, useId, useState } from 'react';
import { payoutKeys } from '../../api/payment-methods.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCode, useResend } from '../../ui/code-field.tsx';
import { Dialog, type Opened } from '../../ui/dialog.tsx';
import { FormFailure, useRefusal } from '../../ui/form-page.tsx';

/** A code to the member's phone, with which a changed bank account or wallet is used at once. */
export function ConfirmPayout({ changeId, open, onClose }: Opened & { readonly changeId: string }) {
  const { t } = useTexts();
  const formId = useId();
  const confirm = useCall(ownAccountPaths.confirmPayout, {
    changes: payoutKeys,
    done: t('payments.confirmed'),
  });
  const code = useCode('OTP_REQUIRED');
  const { failure, setFailure, refused } = useRefusal(['OTP_WRONG'], code.restart);
  const sending = useSending(changeId, setFailure);
  const check = (typed: string) => {
    if (confirm.isPending) return;
    setFailure(undefined);
    if (!code.isComplete(typed)) return;
    confirm.mutate(
      { body: { changeId, code: typed } },
      {
        onSuccess: onClose,
        onError: (error) => {
          code.restart();
          refused(error);
        },
      },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    check(code.value);
  };
  return (
    <Dialog
      open={open}
      blocking={confirm.isPending}
      title={t('payments.confirmTitle')}
      onClose={onClose}
      onClosed={() => {
        code.restart();
        setFailure(undefined);
      }}
      failure={<FormFailure text={failure} />}
      {...(!sending.isSent && { closeLabel: t('dismiss') })}
      footer={
        <>
          <Button
            variant={sending.isSent ? 'secondary' : 'primary'}
            busy={sending.busy}
            off={sending.waits}
            className="max-md:flex-auto"
            onClick={sending.send}
          >
            {sending.label}
          </Button>
          {sending.isSent && (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={confirm.isPending}
              className="max-md:flex-auto"
            >
              {t('payments.confirm')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 px-8 pt-1 pb-6 max-md:px-5">
        <p className="text-fg-muted">{t('payments.confirmText')}</p>
        {sending.isSent && (
          <CodeField id="payout-code" label={t('code.label')} {...code.field} onComplete={check} />
        )}
      </form>
    </Dialog>
  );
}

/** Sends the code, at most once in a while. */
function useSending(changeId: string, setFailure: (text: string | undefined) => void) {
  const { failureText } = useTexts();
  const call = useCall(ownAccountPaths.sendPayoutCode);
  const resend = useResend();
  const [isSent, setIsSent] = useState(false);
  const send = () => {
    setFailure(undefined);
    call.mutate(
      { body: { changeId } },
      resend.after(
        () => setIsSent(true),
        (error) => setFailure(failureText(error)),
      ),
    );
  };
  return { send, busy: call.isPending, waits: resend.waits, isSent, label: resend.label(isSent) };
}
