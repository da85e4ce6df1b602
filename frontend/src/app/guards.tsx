import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { sessionEnd, sessionLanding, useSession } from '../session/session.ts';
import { returnPath, signInPath } from './return-path.ts';

/* Guards are a convenience: the server decides on each call. */

/** Visitors sign in and come back; a user who signed out goes to the home page. */
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

export function VisitorsOnly() {
  const session = useSession();
  const [search] = useSearchParams();
  return session === undefined ? (
    <Outlet />
  ) : (
    <Navigate replace to={sessionLanding() ?? returnPath(search)} />
  );
}
