/** The page somebody wanted when they were asked to sign in, as `?next=`; only a path of this site. */
export const signInPath = (wanted: string): string => `/signin?next=${encodeURIComponent(wanted)}`;

const afterSignIn = '/dashboard/profile';

/** Where to go after signing in. Anything that is not a path of this site is ignored. */
export function returnPath(search: URLSearchParams): string {
  const next = search.get('next');
  return next !== null && /^\/(?![/\\])/.test(next) ? next : afterSignIn;
}
