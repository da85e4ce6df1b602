import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { sessionEnd, useSession } from '../session/session.ts';
import { signInPath } from './return-path.ts';

/**
 * Once the server no longer knows the session, sign-in comes next, on pages for everybody too, and leads back to
 * where one was. A token whose time runs out on a page for everybody disturbs nobody.
 */
export function RefusedSession() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const refused = session === undefined && (sessionEnd() === 'refused' || sessionEnd() === 'idle');
  const leave = useEffectEvent(() => {
    if (pathname !== '/signin') void navigate(signInPath(pathname + search), { replace: true });
  });
  // Once for each refusal: from then on a visitor goes where they like.
  useEffect(() => {
    if (refused) leave();
  }, [refused]);
  return null;
}
