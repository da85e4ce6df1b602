import { z } from 'zod';
import { sessionPaths } from '../paths/sessions.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { currentPasswordField } from './member-fields.ts';
import { memberView } from './members.ts';

const credentials = z.object({
  nickname: z.string('NICKNAME_REQUIRED').trim().min(1, 'NICKNAME_REQUIRED').max(100),
  password: z.string('CREDENTIALS_WRONG').min(1, 'CREDENTIALS_WRONG').max(200),
  storedLanguage,
});

const signedIn = z.object({ message: z.string(), token: z.string(), user: memberView });
const signInErrors = ['NICKNAME_REQUIRED', 'CREDENTIALS_WRONG', 'USER_NOT_VERIFIED'] as const;

export const sessionEndpoints = {
  signIn: endpoint(sessionPaths.signIn, {
    summary:
      'Signs in with nickname and password. The token holds for 12 hours unless the session ends sooner.',
    body: credentials,
    response: signedIn,
    errors: signInErrors,
  }),
  signInWithCookie: endpoint(sessionPaths.signInWithCookie, {
    summary:
      'The same, and sets the token as a cookie too, which serves GET calls and signing out only. Pages of other hosts are refused.',
    body: credentials,
    response: signedIn,
    errors: ['FORBIDDEN', ...signInErrors],
  }),
  stepUp: endpoint(sessionPaths.stepUp, {
    summary:
      'Shows once more who has the session, for what is refused with `STEP_UP_REQUIRED` otherwise. Holds for five minutes in this session.',
    body: z.object({ password: currentPasswordField, storedLanguage }),
    response: messageResponse,
    errors: ['CURRENT_PASSWORD_WRONG'],
  }),
  signOut: endpoint(sessionPaths.signOut, {
    summary: 'Ends the session: its token is refused from then on.',
    response: messageResponse,
  }),
} as const;
