/** The page to return to after sign-in, as `?next=`; only a path of this site. */
export const signInPath = (wanted: string): string => `/signin?next=${encodeURIComponent(wanted)}`;

const afterSignIn = '/dashboard/profile';

/** A placeholder origin: a target that is not a path of this site gets another origin. */
const thisSite = 'http://this-site.invalid';

/**
 * Where to go after signing in. Anything that is not a path of this site is ignored, read as browsers read addresses:
 * they drop tabs and line breaks, take `\` for `/`, and shorten `/..//elsewhere`, whose path would begin with `//`.
 */
export function returnPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, thisSite)) return afterSignIn;
  const { origin, pathname, search: query, hash } = new URL(next, thisSite);
  return origin === thisSite && !pathname.startsWith('//') ? `${pathname}${query}${hash}` : afterSignIn;
}
