import { useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../session/session.ts';
import { useSignOut } from '../shell/sign-out.ts';

/** Signs out; a visitor is sent home. */
export default function SignOutPage() {
  const signOut = useSignOut();
  const session = useSession();
  const leave = useEffectEvent(() => {
    if (session !== undefined) signOut();
  });
  useEffect(() => leave(), []);
  return session === undefined && <Navigate replace to="/" />;
}
