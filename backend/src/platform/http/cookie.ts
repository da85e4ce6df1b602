/**
 * Over TLS, and always in production, cookies have the `__Host-` prefix: browsers then refuse one set by another host
 * or without TLS.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** Hidden from scripts and not sent by other sites. Lasts `seconds`, also on a device whose clock is wrong. */
export const setCookieLine = (name: string, value: string, seconds: number, secure: boolean): string =>
  [
    `${cookieName(name, secure)}=${value}`,
    'Path=/',
    `Max-Age=${Math.floor(seconds)}`,
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
