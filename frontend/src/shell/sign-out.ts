import { useNavigate } from 'react-router-dom';
import { call } from '../api/call.ts';
import { routes } from '../api/routes.ts';
import { useWords } from '../i18n/index.ts';
import { endSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

/** Forgets the session here at once, has the server forget it too, says so and goes home. */
export function useSignOut(): () => void {
  const { t } = useWords();
  const navigate = useNavigate();
  return () => {
    // The token is needed for the call and must be gone from this screen whatever becomes of it.
    const told = call(routes.signOut);
    endSession('signed-out');
    told.catch(() => undefined);
    toast({ kind: 'done', text: t('session.signedOut') });
    void navigate('/');
  };
}
