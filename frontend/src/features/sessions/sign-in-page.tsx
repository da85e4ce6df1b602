import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { isFailure } from '../../api/call-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts, withTexts } from '../../i18n/index.ts';
import { sessionEnd } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../../ui/field.tsx';
import { Form, FormFailure, FormNotice, FormPage } from '../../ui/form-page.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import type { Forgotten } from './forgotten-dialog.tsx';
import { canUsePasskeys } from './passkey-calls.ts';
import { useBegin, useHandedNickname } from './sign-in.ts';
import { useTypedText } from './typed-text.tsx';

const SignInCode = onDemand(() => withTexts('security', import('./sign-in-code.tsx')));
const PasskeySignIn = onDemand(() => withTexts('security', import('./passkey-sign-in.tsx')));
const ForgottenDialog = onDemand(() => withTexts('security', import('./forgotten-dialog.tsx')));

export default function SignInPage() {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const ended = sessionEnd();
  const isCutOff = ended !== undefined && ended !== 'signed-out';
  return (
    <FormPage title={t('session.signIn')}>
      {isCutOff && <FormNotice>{t(`signIn.${ended}`)}</FormNotice>}
      {!isCutOff && search.has('next') && <FormNotice>{t('signIn.needed')}</FormNotice>}
      <SignInForm />
    </FormPage>
  );
}

function SignInForm() {
  const { t, failureText } = useTexts();
  const navigate = useNavigate();
  const signIn = useCall(sessionPaths.signIn, { onDone: useBegin() });
  const [ticket, setTicket] = useState<string>();
  const handed = useHandedNickname();
  const nickname = useTypedText(handed);
  const password = useTypedText();
  const { ref: passwordInput } = password.field;
  // An effect: a page that opens takes the focus first.
  useEffect(() => {
    if (handed !== '') passwordInput.current?.focus();
  }, [handed, passwordInput]);

  const submit = () => {
    const name = nickname.text.trim();
    // The last to fail has the focus: the first field.
    if (password.text === '') password.fail(t('signIn.passwordRequired'));
    if (name === '') nickname.breaks('NICKNAME_REQUIRED');
    if (name === '' || password.text === '') return;
    signIn.mutate(
      { asVisitor: true, body: { nickname: name, password: password.text } },
      {
        onError: (error) => {
          const given = isFailure(error, 'SECOND_FACTOR_REQUIRED') && error.answer.details['ticket'];
          if (typeof given === 'string') setTicket(given);
          else if (isFailure(error, 'USER_NOT_VERIFIED'))
            void navigate('/verify', { state: { nickname: name } });
          else password.field.ref.current?.select();
        },
      },
    );
  };

  const startOver = () => {
    signIn.reset();
    password.change('');
    setTicket(undefined);
  };
  if (ticket !== undefined) return <SignInCode ticket={ticket} onBack={startOver} />;
  return (
    <>
      <Form busy={signIn.isPending} onSubmit={submit} className="grid gap-4">
        <p className="text-fg-muted">{t('signIn.intro')}</p>
        <InputField
          {...nickname.field}
          id="nickname"
          label={t('member.nickname')}
          name="nickname"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <InputField
          {...password.field}
          id="password"
          label={t('member.password')}
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <FormFailure text={failureText(signIn.error, t('signIn.failed'))} />
        <Button type="submit" variant="primary" busy={signIn.isPending}>
          {t('session.signIn')}
        </Button>
        {canUsePasskeys() && (
          <div className="min-h-12">
            <PasskeySignIn />
          </div>
        )}
      </Form>
      <Help />
    </>
  );
}

function Help() {
  const { t } = useTexts();
  const { subject: forgotten, isOpen, open, close } = useDialog<Forgotten>();
  const link = 'rounded-xs py-2.5 font-medium text-fg-muted hover:text-fg';
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 text-small">
      <button type="button" className={link} onClick={() => open('nickname')}>
        {t('signIn.forgotNickname')}
      </button>
      <button type="button" className={link} onClick={() => open('password')}>
        {t('signIn.forgotPassword')}
      </button>
      <span className="flex-auto" />
      <Link to="/signup" className="rounded-xs py-2.5 text-accent font-strong">
        {t('session.signUp')}
      </Link>
      {forgotten !== undefined && <ForgottenDialog what={forgotten} open={isOpen} onClose={close} />}
    </div>
  );
}
