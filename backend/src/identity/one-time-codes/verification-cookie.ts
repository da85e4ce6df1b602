import { apiPrefix } from '../../platform/http/mount.ts';
import { verifiedForSeconds } from './verified-phones.ts';

const name = 'matgyo_verified';

/** Carries the ticket of a verified phone to the form: out of reach of scripts and of other sites. */
export const verificationCookie = (ticket: string, secure: boolean): string =>
  [
    `${name}=${ticket}`,
    `Path=${apiPrefix}`,
    `Max-Age=${verifiedForSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');

/** The ticket that a request's cookies bring. */
export const ticketIn = (cookies: string | undefined): string | undefined =>
  /(?:^|;\s*)matgyo_verified=([\w-]{1,100})(?:;|$)/.exec(cookies ?? '')?.[1];
