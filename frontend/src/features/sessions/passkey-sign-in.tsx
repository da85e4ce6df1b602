import { KeyRound } from 'lucide-react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { passkeyFailure, useSignInWithPasskey } from './passkey-calls.ts';

/** Signs in without nickname and password. */
export default function PasskeySignIn() {
  const { t } = useTexts();
  const signIn = useSignInWithPasskey();
  return (
    <div className="grid gap-4">
      <Button busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound size={18} aria-hidden="true" />
        {t('passkey.signIn')}
      </Button>
      <FormFailure
        text={signIn.error === null ? undefined : passkeyFailure(signIn.error, t, t('passkey.signInFailed'))}
      />
    </div>
  );
}
