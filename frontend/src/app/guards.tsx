import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { sessionEnd, useSession } from '../session/session.ts';
import { returnPath, signInPath } from './return-path.ts';

/** For members. A visitor signs in first and comes back; who signed out by hand goes home. The server decides all the same. */
export function MembersOnly() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session !== undefined) return <Outlet />;
  return <Navigate replace to={sessionEnd() === 'signed-out' ? '/' : signInPath(pathname + search)} />;
}

/** For visitors: a member has no business on the sign-in page. */
export function VisitorsOnly() {
  const session = useSession();
  const [search] = useSearchParams();
  return session === undefined ? <Outlet /> : <Navigate replace to={returnPath(search)} />;
}
