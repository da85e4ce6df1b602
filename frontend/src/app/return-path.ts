/** The page to return to after sign-in, as `?next=`; only a path of this site. */
export const signInPath = (wanted: string): string => `/signin?next=${encodeURIComponent(wanted)}`;

const afterSignIn = '/dashboard/profile';

/** A placeholder origin: a target that is not a path of this site gets another origin. */
const thisSite = 'http://this-site.invalid';

/**
 * Where to go after sign-in. Only paths of this site are accepted, parsed as browsers do: they drop tabs and line
 * breaks, read `\` as `/`, and shorten `/..//elsewhere`, whose path would begin with `//`.
 */
export function returnPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, thisSite)) return afterSignIn;
  const { origin, pathname, search: query, hash } = new URL(next, thisSite);
  return origin === thisSite && !pathname.startsWith('//') ? `${pathname}${query}${hash}` : afterSignIn;
}
