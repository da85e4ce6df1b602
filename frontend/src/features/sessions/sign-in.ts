import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { currentLanguage, useWords } from '../../i18n/index.ts';
import { startSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';

interface Credentials {
  readonly nickname: string;
  readonly password: string;
}

/** Signs in and keeps the session. Fails with `CREDENTIALS_WRONG` or `USER_NOT_VERIFIED`, among others. */
export function useSignIn() {
  const { t } = useWords();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      call(sessionPaths.signIn, {
        asVisitor: true,
        body: { ...credentials, storedLanguage: currentLanguage() },
      }),
    // Here and not beside the form: the session makes the guard lead on, and the form is gone by then.
    onSuccess: ({ token, user }) => {
      startSession(token, user);
      toast({ kind: 'done', text: t('session.signedIn') });
    },
  });
}
