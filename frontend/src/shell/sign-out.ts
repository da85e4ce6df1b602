import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/index.ts';
import { leaveBrowserPush } from '../session/leave-browser-push.ts';
import { currentSession, endSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

/** Ends the session here at once and at the server, shows a message and goes to the home page. */
export function useSignOut(): () => void {
  const { t } = useTexts();
  const navigate = useNavigate();
  return () => {
    // The token is needed for the calls, but must leave this browser even if they fail.
    const token = currentSession()?.token;
    endSession('signed-out');
    if (token !== undefined) void endAtServer(token);
    toast({ kind: 'done', text: t('session.signedOut') });
    void navigate('/');
  };
}

/** In this order, because signing out invalidates the token. */
async function endAtServer(token: string): Promise<void> {
  await leaveBrowserPush(token);
  await call(sessionPaths.signOut, { token }).catch(() => undefined);
}
