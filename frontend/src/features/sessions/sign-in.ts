import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { AnswerOf, BodyOf } from '../../api/route.ts';
import { useTexts } from '../../i18n/index.ts';
import { startSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';

/** Signs in and keeps the session. Fails with `CREDENTIALS_WRONG` or `USER_NOT_VERIFIED`, among others. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (credentials: BodyOf<typeof sessionPaths.signIn>) =>
      call(sessionPaths.signIn, { asVisitor: true, body: credentials }),
    // Here and not beside the form: the session makes the guard lead on, and the form is gone by then.
    onSuccess: useBegin(),
  });

/** The second step, where the first fails with `SECOND_FACTOR_REQUIRED`. */
export const useSignInWithCode = () =>
  useMutation({
    mutationFn: (shown: BodyOf<typeof sessionPaths.signInWithCode>) =>
      call(sessionPaths.signInWithCode, { asVisitor: true, body: shown }),
    onSuccess: useBegin(),
  });

/** Staff whose roles wait for a second factor or a better password are led to where that is. */
export function useBegin() {
  const { t } = useTexts();
  return ({ token, user, secondFactorMissing, passwordWeak }: AnswerOf<typeof sessionPaths.signIn>) => {
    startSession(token, user, secondFactorMissing || passwordWeak ? '/settings/security' : undefined);
    toast({ kind: 'done', text: t('session.signedIn') });
  };
}
