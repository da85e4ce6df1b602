import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { sessionEnd, sessionLanding, useSession } from '../session/session.ts';
import { returnPath, signInPath } from './return-path.ts';

/* Guards are a convenience: what a page shows and does is decided by the server each time. */

/** A visitor signs in first and comes back; who signed out by hand goes home. */
function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={sessionEnd() === 'signed-out' ? '/' : signInPath(pathname + search)} />;
}

export function MembersOnly() {
  return useSession() === undefined ? <ToSignIn /> : <Outlet />;
}

/** For one role in the token. Other signed-in users are sent to the home page. */
export function RoleOnly({ allowed }: { readonly allowed: 'admin' | 'manager' }) {
  const session = useSession();
  if (session === undefined) return <ToSignIn />;
  return session[allowed] ? <Outlet /> : <Navigate replace to="/" />;
}

/** For visitors: a member has no business on the sign-in page. */
export function VisitorsOnly() {
  const session = useSession();
  const [search] = useSearchParams();
  return session === undefined ? (
    <Outlet />
  ) : (
    <Navigate replace to={sessionLanding() ?? returnPath(search)} />
  );
}
