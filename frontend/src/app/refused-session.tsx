import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { sessionEnd, useSession } from '../session/session.ts';
import { signInPath } from './return-path.ts';

/**
 * When the server refuses the session, the client shows the sign-in, also on public pages, and then returns to the same
 * page. A token that expires on a public page has no effect there.
 */
export function RefusedSession() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const refused = session === undefined && (sessionEnd() === 'refused' || sessionEnd() === 'idle');
  const leave = useEffectEvent(() => {
    if (pathname !== '/signin') void navigate(signInPath(pathname + search), { replace: true });
  });
  // Once per refusal: afterwards a visitor can go anywhere.
  useEffect(() => {
    if (refused) leave();
  }, [refused]);
  return null;
}
