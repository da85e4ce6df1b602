import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCode } from '../../ui/code-field.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { toast } from '../../ui/toast.ts';
import { SendCodeStep } from './send-code-step.tsx';

/** The nickname that sign-in hands over; opened by its address, the page asks for it. */
function useHandedNickname(): string {
  const state: unknown = useLocation().state;
  const nickname =
    typeof state === 'object' && state !== null && 'nickname' in state ? state.nickname : undefined;
  return typeof nickname === 'string' ? nickname : '';
}

export default function VerifyPage() {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState<string>();
  const send = useSendAccountCode();
  const handed = useHandedNickname();
  return (
    <FormPage title={t('verify.title')} intro={t('verify.intro')}>
      <div className="grid gap-6">
        <SendCodeStep send={send} start={handed} onSentTo={setSentTo} />
        {sentTo !== undefined && <CodeStep key={sentTo} nickname={sentTo} />}
      </div>
      <p className="mt-5 text-small">
        <Link to="/signin" className="inline-block rounded-xs py-2.5 font-medium text-fg-muted hover:text-fg">
          {t('recover.remembered')}
        </Link>
      </p>
    </FormPage>
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
