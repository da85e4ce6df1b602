import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { isFailure } from '../../api/call-failure.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { SecondFactorCode } from './second-factor-code.tsx';
import { useSignInWithCode } from './sign-in.ts';

interface SignInCodeProps {
  /** What the right password was answered with. */
  readonly ticket: string;
  readonly onBack: () => void;
}

/** After the password, where an authenticator app is registered. */
export default function SignInCode({ ticket, onBack }: SignInCodeProps) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const signIn = useSignInWithCode();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => input.current?.focus(), []);
  const refused = (error: unknown) => {
    const text = failureText(error, t('signIn.failed'));
    if (!isFailure(error, 'SECOND_FACTOR_WRONG')) return setFailure(text);
    setFault(text);
    input.current?.select();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signIn.isPending) return;
    setFailure(undefined);
    if (code.trim() === '') {
      setFault(errorTexts('SECOND_FACTOR_REQUIRED'));
      input.current?.focus();
      return;
    }
    signIn.mutate({ ticket, code }, { onError: refused });
  };
  return (
    <form noValidate onSubmit={submit} className="grid animate-enter gap-4">
      <p className="text-fg-muted">{t('appCode.intro')}</p>
      <SecondFactorCode
        ref={input}
        value={code}
        error={fault}
        onChange={(next) => {
          setCode(next);
          setFault(undefined);
        }}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={signIn.isPending}>
        {t('session.signIn')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('appCode.back')}
      </Button>
    </form>
  );
}
