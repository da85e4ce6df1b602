import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { routes } from '../../api/routes.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { startSession } from '../../session/session.ts';

interface Credentials {
  readonly nickname: string;
  readonly password: string;
}

/** Signs in and keeps the session. Fails with `CREDENTIALS_WRONG` or `USER_NOT_VERIFIED`, among others. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (credentials: Credentials) =>
      call(routes.signIn, { asVisitor: true, body: { ...credentials, storedLanguage: currentLanguage() } }),
    onSuccess: ({ token, user }) => startSession(token, user),
  });
