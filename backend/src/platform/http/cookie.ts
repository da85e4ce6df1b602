/**
 * Over TLS, and in production however it is reached, a cookie has the prefix by which browsers keep it to this host and to
 * TLS: neither a neighbouring host nor a network without TLS can set one in its place.
 */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export interface CookieToSet {
  readonly name: string;
  readonly value: string;
  readonly expires: Date;
}

/** Out of reach of scripts and of other sites. */
export const setCookieLine = ({ name, value, expires }: CookieToSet, secure: boolean): string =>
  [
    `${nameOf(name, secure)}=${value}`,
    'Path=/',
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');

/** What a request's cookies bring under a name; undefined when they do not. */
export function cookieIn(cookies: string | undefined, name: string, secure: boolean): string | undefined {
  const wanted = `${nameOf(name, secure)}=`;
  return cookies
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(wanted))
    ?.slice(wanted.length);
}
