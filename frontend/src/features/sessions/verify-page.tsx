import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { Navigate, useNavigate } from 'react-router-dom';
import { useOwnAccount } from '../../api/own-account.ts';
import { queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCode } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form-page.tsx';
import { SendCodePage } from './send-code-page.tsx';
import { useHandedNickname } from './sign-in.ts';

/**
 * Verifies the phone of an account. Sign-in hands its nickname over, and a session has one; opened by its address, the
 * page asks for it.
 */
export default function VerifyPage() {
  const { t } = useTexts();
  const signedIn = useSession()?.nickname;
  const { data: account } = useOwnAccount();
  const handed = useHandedNickname();
  if (account?.isVerified === true) return <Navigate replace to="/dashboard/profile" />;
  return (
    <SendCodePage
      title={t('verify.title')}
      intro={t('verify.intro')}
      route={oneTimeCodePaths.resendCode}
      start={handed || signedIn}
    >
      {(nickname) => <CodeStep nickname={nickname} />}
    </SendCodePage>
  );
}

function CodeStep({ nickname }: { readonly nickname: string }) {
  const { t, failureText } = useTexts();
  const navigate = useNavigate();
  const verify = useCall(oneTimeCodePaths.verifyCode, {
    changes: [queryKeys.own.account],
    done: t('code.verified'),
  });
  const code = useCode('OTP_REQUIRED');
  const check = (complete: string) => {
    if (verify.isPending || !code.isComplete(complete)) return;
    verify.mutate(
      { asVisitor: true, body: { nickname, code: complete } },
      {
        onSuccess: () => navigate('/signin', { state: { nickname } }),
        onError: (error) => code.restart(failureText(error, t('verify.failed'))),
      },
    );
  };
  return (
    <Form className="grid gap-3" onSubmit={() => check(code.value)}>
      <CodeField id="code" label={t('code.label')} {...code.field} autoFocus onComplete={check} />
      <Button type="submit" variant="primary" busy={verify.isPending}>
        {t('code.check')}
      </Button>
    </Form>
  );
}
