import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCode } from '../../ui/code-field.tsx';
import { toast } from '../../ui/toast.ts';
import { SendCodePage } from './send-code-page.tsx';
import { useHandedNickname } from './sign-in.ts';

/** Verifies the phone of an account. Sign-in hands its nickname over; opened by its address, the page asks for it. */
export default function VerifyPage() {
  const { t } = useTexts();
  const send = useSendAccountCode();
  const start = useHandedNickname();
  return (
    <SendCodePage title={t('verify.title')} intro={t('verify.intro')} send={send} start={start}>
      {(nickname) => <CodeStep nickname={nickname} />}
    </SendCodePage>
  );
}

function CodeStep({ nickname }: { readonly nickname: string }) {
  const { t, failureText } = useTexts();
  const navigate = useNavigate();
  const verify = useVerifyAccount();
  const code = useCode('OTP_REQUIRED');
  useEffect(() => document.getElementById('code')?.focus(), []);
  const check = (complete: string) => {
    if (verify.isPending) return;
    if (!code.isComplete(complete)) return;
    verify.mutate(
      { nickname, code: complete },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('code.verified') });
          void navigate('/signin');
        },
        onError: (error) => code.restart(failureText(error, t('verify.failed'))),
      },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        check(code.value);
      }}
    >
      <CodeField id="code" label={t('code.label')} {...code.field} onComplete={check} />
      <Button type="submit" variant="primary" busy={verify.isPending}>
        {t('code.check')}
      </Button>
    </form>
  );
}

/** Has a code sent to the phone of an account. The answer is the same whether the account exists or not. */
const useSendAccountCode = () =>
  useMutation({
    mutationFn: (nickname: string) =>
      call(oneTimeCodePaths.resendCode, { asVisitor: true, body: { nickname } }),
  });

/** Verifies the phone of an account with the code that came to it. */
const useVerifyAccount = () =>
  useMutation({
    mutationFn: (body: { readonly nickname: string; readonly code: string }) =>
      call(oneTimeCodePaths.verifyCode, { asVisitor: true, body }),
  });
