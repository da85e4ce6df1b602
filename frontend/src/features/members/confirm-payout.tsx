import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { useState } from 'react';
import { payoutKeys } from '../../api/payment-methods.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCode, useResend } from '../../ui/code-field.tsx';
import type { Opened } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRefusal } from '../../ui/form-page.tsx';

/** A code to the member's phone, with which a changed bank account or wallet is used at once. */
export function ConfirmPayout({ changeId, open, onClose }: Opened & { readonly changeId: string }) {
  const { t } = useTexts();
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
  return (
    <FormDialog
      open={open}
      busy={confirm.isPending || sending.busy}
      title={t('payments.confirmTitle')}
      submitLabel={sending.isSent ? t('payments.confirm') : sending.label}
      failure={failure}
      onSubmit={() => (sending.isSent ? check(code.value) : sending.send())}
      onClose={onClose}
      onClosed={() => {
        code.restart();
        setFailure(undefined);
      }}
    >
      <p className="text-fg-muted">{t('payments.confirmText')}</p>
      {sending.isSent && (
        <>
          <CodeField id="payout-code" label={t('code.label')} {...code.field} onComplete={check} />
          <Button size="medium" className="justify-self-start" off={sending.waits} onClick={sending.send}>
            {sending.label}
          </Button>
        </>
      )}
    </FormDialog>
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
