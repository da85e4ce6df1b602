import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/index.ts';
import { leaveBrowserPush } from '../session/leave-browser-push.ts';
import { currentSession, endSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

/** Forgets the session here at once, has the server forget it too, says so and goes home. */
export function useSignOut(): () => void {
  const { t } = useTexts();
  const navigate = useNavigate();
  return () => {
    // The token is needed for the calls and must be gone from this screen whatever becomes of them.
    const token = currentSession()?.token;
    endSession('signed-out');
    if (token !== undefined) void tellServer(token);
    toast({ kind: 'done', text: t('session.signedOut') });
    void navigate('/');
  };
}

/** The last call goes last: after it the token is good for nothing. */
async function tellServer(token: string): Promise<void> {
  await leaveBrowserPush(token);
  await call(sessionPaths.signOut, { token }).catch(() => undefined);
}
