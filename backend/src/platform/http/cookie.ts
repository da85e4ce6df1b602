/**
 * Over TLS, and always in production, cookies have the `__Host-` prefix: browsers then refuse one set by another host
 * or without TLS.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** Hidden from scripts and not sent by other sites. */
export const setCookieLine = (name: string, value: string, expires: Date, secure: boolean): string =>
  [
    `${cookieName(name, secure)}=${value}`,
    'Path=/',
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');

/** The value of a cookie; undefined when absent. */
export function cookieIn(cookies: string | undefined, name: string, secure: boolean): string | undefined {
  const wanted = `${cookieName(name, secure)}=`;
  return cookies
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(wanted))
    ?.slice(wanted.length);
}
