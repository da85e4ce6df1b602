import { passwordPaths } from '@matgyo/contracts/paths/passwords';
import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCode } from '../../ui/code-field.tsx';
import { Form, FormFailure, useRefusal } from '../../ui/form-page.tsx';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { SendCodePage } from './send-code-page.tsx';

/** Recovers a forgotten password: nickname, code from the phone, new password. */
export default function RecoverPasswordPage() {
  const { t } = useTexts();
  return (
    <SendCodePage
      title={t('recover.title')}
      intro={t('recover.intro')}
      route={passwordPaths.sendRecoveryCode}
    >
      {(nickname) => <NewPasswordStep nickname={nickname} />}
    </SendCodePage>
  );
}

function NewPasswordStep({ nickname }: { readonly nickname: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const recover = useCall(passwordPaths.recoverPassword, { done: t('recover.done') });
  const passwords = useNewPassword();
  const code = useCode('OTP_REQUIRED');
  const ofCode = ['OTP_WRONG', 'OTP_REQUIRED'] as const;
  const { failure, setFailure, refused } = useRefusal(ofCode, code.restart, t('recover.unanswered'));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setFailure(undefined);
    const badCode = !code.isComplete();
    const badPassword = passwords.check();
    const first = badCode ? 'code' : badPassword;
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`#${first}`)?.focus();
      return;
    }
    recover.mutate(
      { asVisitor: true, body: { nickname, code: code.value, ...passwords.typed } },
      {
        onSuccess: () => navigate('/signin', { state: { nickname } }),
        onError: (error) => passwords.refused(error) || refused(error),
      },
    );
  };
  return (
    <Form busy={recover.isPending} onSubmit={submit} className="grid animate-enter gap-4">
      {/* Whose password a password manager has to replace. */}
      <input hidden readOnly autoComplete="username" value={nickname} />
      <CodeField
        id="code"
        label={t('code.label')}
        {...code.field}
        autoFocus
        onComplete={() => document.getElementById('password')?.focus()}
      />
      <NewPasswordFields form={passwords} />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={recover.isPending}>
        {t('recover.set')}
      </Button>
      <p className="text-fg-subtle text-small">{t('recover.sessionsEnd')}</p>
    </Form>
  );
}
