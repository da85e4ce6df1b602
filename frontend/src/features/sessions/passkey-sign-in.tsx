import { KeyRound } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../../api/call-failure.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { passkeyFailure, useSignInWithPasskey } from './passkey-calls.ts';

/** Signs in without nickname and password. */
export default function PasskeySignIn() {
  const { t } = useTexts();
  const signIn = useSignInWithPasskey();
  const navigate = useNavigate();
  const refused = (error: Error) => {
    if (isFailure(error, 'USER_NOT_VERIFIED')) void navigate('/verify');
  };
  return (
    <div className="grid gap-4">
      <Button busy={signIn.isPending} onClick={() => signIn.mutate(undefined, { onError: refused })}>
        <KeyRound size={18} aria-hidden="true" />
        {t('passkey.signIn')}
      </Button>
      <FormFailure
        text={signIn.error === null ? undefined : passkeyFailure(signIn.error, t, t('passkey.signInFailed'))}
      />
    </div>
  );
}
