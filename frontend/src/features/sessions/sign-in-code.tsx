import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormFailure, useRefusal } from '../../ui/form-page.tsx';
import { useBegin } from './sign-in.ts';
import { SecondFactorCode, useTypedText } from './typed-text.tsx';

interface SignInCodeProps {
  /** What the right password was answered with. */
  readonly ticket: string;
  readonly onBack: () => void;
}

/** After the password, where an authenticator app is registered. */
export default function SignInCode({ ticket, onBack }: SignInCodeProps) {
  const { t } = useTexts();
  const signIn = useCall(sessionPaths.signInWithCode, { onDone: useBegin() });
  const code = useTypedText();
  const { failure, setFailure, refused } = useRefusal(['SECOND_FACTOR_WRONG'], code.fail, t('signIn.failed'));
  const submit = () => {
    setFailure(undefined);
    if (code.text.trim() === '') code.breaks('SECOND_FACTOR_REQUIRED');
    else signIn.mutate({ asVisitor: true, body: { ticket, code: code.text } }, { onError: refused });
  };
  return (
    <Form busy={signIn.isPending} onSubmit={submit} className="grid animate-enter gap-4">
      <p className="text-fg-muted">{t('appCode.intro')}</p>
      <SecondFactorCode {...code.field} autoFocus />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={signIn.isPending}>
        {t('session.signIn')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('appCode.back')}
      </Button>
    </Form>
  );
}
