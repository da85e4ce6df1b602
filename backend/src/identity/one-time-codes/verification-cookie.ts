import { cookieIn, setCookieLine } from '../../platform/http/cookie.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { verifiedForSeconds } from './verified-phones.ts';

const name = 'matgyo_verified';

export const verificationCookie = (ticket: string, secure: boolean): string =>
  setCookieLine({ name, value: ticket, expires: new Date(Date.now() + verifiedForSeconds * 1_000) }, secure);

export const ticketIn = ({ header, secure }: Pick<HandlerRequest, 'header' | 'secure'>): string | undefined =>
  cookieIn(header('cookie'), name, secure);
